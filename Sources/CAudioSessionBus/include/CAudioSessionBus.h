// A connection to a D-Bus bus by sd-bus, without its variadic functions and without callbacks: calls
// of simple arguments go out, and every message that comes in is asked for.
//
// Where nothing else is said, functions return 0 or more, or a negative errno. Without the traits
// PipeWire and Players no connection can be opened, so that the other functions are never called.
#ifndef AUDIOSESSION_CAUDIOSESSIONBUS_H
#define AUDIOSESSION_CAUDIOSESSIONBUS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sd_bus;
struct sd_bus_message;

/// Whether the package was built with the trait PipeWire or Players.
bool audiosession_bus_is_built_in(void);

/// Connects to the bus at a D-Bus address and says hello, without waiting for an answer.
int audiosession_bus_open(const char *address, struct sd_bus **bus);
/// Closes the connection with whatever wasn't sent yet.
void audiosession_bus_close(struct sd_bus *bus);

int audiosession_bus_descriptor(struct sd_bus *bus);
/// What to wait for on the descriptor, bits of poll(2).
int audiosession_bus_events(struct sd_bus *bus);
/// When sd-bus itself wants to be processed at the latest, microseconds of CLOCK_MONOTONIC;
/// UINT64_MAX: never.
int audiosession_bus_timeout(struct sd_bus *bus, uint64_t *time);

/// An argument of a call.
struct audiosession_bus_argument {
  /// `s`, `u` or `t`.
  char type;
  /// Of `s`.
  const char *string;
  /// Of `u` and `t`.
  uint64_t integer;
};

/// Calls a method; nobody is started to answer it.
///
/// - cookie: What the answer names the call by; never 0.
int audiosession_bus_call(
  struct sd_bus *bus, const char *destination, const char *path, const char *interface,
  const char *member, const struct audiosession_bus_argument *arguments, size_t count,
  uint64_t *cookie);

/// A message that came; the strings live as long as its body, and are NULL where it has none.
struct audiosession_bus_message {
  struct sd_bus_message *body;
  /// The call that it answers, 0 if it is no answer.
  uint64_t cookie;
  const char *sender, *path;
  /// Of a signal; NULL for all else.
  const char *interface, *member;
  /// The name and the text of the error that it answers with.
  const char *error, *explanation;
};

/// Reads and writes what can be without waiting.
///
/// Returns 1 if something was done, with a message, whose body is to be released, or with a body of
/// NULL; 0 if there was nothing to do, or a negative errno if the connection is lost.
int audiosession_bus_next(struct sd_bus *bus, struct audiosession_bus_message *message);
void audiosession_bus_release(struct sd_bus_message *body);

/// One step through a message's body.
struct audiosession_bus_item {
  /// A basic type's letter, or how a container begins (`a`, `r`, `e`, `v`) or ends (`)`).
  char type;
  /// Of `s`, `o` and `g`; it lives as long as the body.
  const char *string;
  /// Of `b` and the integers; of `h` the descriptor, which belongs to the body.
  int64_t integer;
  double real;
};

/// Takes the next step; returns 1, or 0 at the end of the body.
int audiosession_bus_read(struct sd_bus_message *body, struct audiosession_bus_item *item);

#endif
