// A connection to a D-Bus bus by sd-bus, without its variadic functions and without callbacks: calls,
// answers and signals go out item by item, and every message that comes in is asked for.
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

/// One step through a message's body, which is read or written.
struct audiosession_bus_item {
  /// A basic type's letter, or how a container begins (`a`, `r`, `e`, `v`) or ends (`)`).
  char type;
  /// Of `s`, `o` and `g`; of a container that is written, the types in it. What is read lives as long
  /// as the body.
  const char *string;
  /// Of `b` and the integers, for `t` its bits; of `h` the descriptor, which belongs to the body.
  int64_t integer;
  double real;
};

/// Calls a method; nobody is started to answer it.
///
/// - cookie: What the answer names the call by; never 0.
int audiosession_bus_call(
  struct sd_bus *bus, const char *destination, const char *path, const char *interface,
  const char *member, const struct audiosession_bus_item *items, size_t count, uint64_t *cookie);

/// Sends a signal to everybody who listens for it.
int audiosession_bus_emit(
  struct sd_bus *bus, const char *path, const char *interface, const char *member,
  const struct audiosession_bus_item *items, size_t count);

/// A message that came; the strings live as long as its body, and are NULL where it has none.
struct audiosession_bus_message {
  struct sd_bus_message *body;
  /// The call that it answers, 0 if it is no answer.
  uint64_t cookie;
  const char *sender, *path;
  /// Whether it is a call, which waits to be answered.
  bool is_call;
  /// Of a signal or a call, which may name no interface; NULL for all else.
  const char *interface, *member;
  /// The types of its whole body.
  const char *signature;
  /// The name and the text of the error that it answers with.
  const char *error, *explanation;
};

/// Reads and writes what can be without waiting.
///
/// Returns 1 if something was done, with a message, whose body is to be released, or with a body of
/// NULL; 0 if there was nothing to do, or a negative errno if the connection is lost.
int audiosession_bus_next(struct sd_bus *bus, struct audiosession_bus_message *message);
void audiosession_bus_release(struct sd_bus_message *body);

/// Answers a call, unless its caller wants no answer.
int audiosession_bus_reply(
  struct sd_bus_message *call, const struct audiosession_bus_item *items, size_t count);
/// Answers a call with an error, likewise.
int audiosession_bus_refuse(
  struct sd_bus_message *call, const char *error, const char *explanation);

/// Takes the next step; returns 1, or 0 at the end of the body.
int audiosession_bus_read(struct sd_bus_message *body, struct audiosession_bus_item *item);

#endif
