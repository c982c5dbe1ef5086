// The part of sd-bus that the peers need, found at run time: libsystemd is on most systems, its
// headers aren't. The signatures are those of sd-bus(3), which don't change.
#include <stdbool.h>
#include <stdint.h>

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_slot sd_bus_slot;
typedef struct sd_bus_error sd_bus_error;
typedef int (*handler)(sd_bus_message *, void *, sd_bus_error *);

struct sd_bus_library {
  int (*new)(sd_bus **);
  int (*set_address)(sd_bus *, const char *address);
  int (*set_bus_client)(sd_bus *, int);
  int (*start)(sd_bus *);
  int (*request_name)(sd_bus *, const char *name, uint64_t flags);
  int (*add_object)(sd_bus *, sd_bus_slot **, const char *path, handler, void *);
  int (*match_signal)(sd_bus *, sd_bus_slot **, const char *sender, const char *path,
                      const char *interface, const char *member, handler, void *);
  int (*message_is_method_call)(sd_bus_message *, const char *interface, const char *member);
  int (*message_read)(sd_bus_message *, const char *types, ...);
  sd_bus *(*message_get_bus)(sd_bus_message *);
  int (*reply_method_return)(sd_bus_message *, const char *types, ...);
  int (*emit_signal)(sd_bus *, const char *path, const char *interface, const char *member,
                     const char *types, ...);
  int (*call_method)(sd_bus *, const char *destination, const char *path, const char *interface,
                     const char *member, sd_bus_error *, sd_bus_message **, const char *types, ...);
  int (*call_method_async)(sd_bus *, sd_bus_slot **, const char *destination, const char *path,
                           const char *interface, const char *member, handler, void *,
                           const char *types, ...);
  int (*process)(sd_bus *, sd_bus_message **);
  int (*wait)(sd_bus *, uint64_t microseconds);
  int (*flush)(sd_bus *);
  int (*get_fd)(sd_bus *);
};

extern struct sd_bus_library library;

// Whether the system has libsystemd; fills `library` in if so.
bool load_library(void);

// Ends the program if sd-bus returned an error; otherwise returns what it did.
int demand(int result, const char *what);

// A connection to the bus at an address.
sd_bus *bus_at(const char *address);

// The service that is called: SetActive takes a boolean and returns nothing, Duck emits Ducked.
#define PEER_NAME "org.example.Peer"
#define PEER_PATH "/peer"
enum { ducked_session = 7 };

// The modes, see main.c.
void serve(const char *address);
void measure_calls(const char *address, char **arguments);
void measure_signals(const char *address, char **arguments);
void activate(const char *socket, char **command);
