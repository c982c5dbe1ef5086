#include <figures.h>
#include <machine.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The server that is measured.
struct server {
  const char *socket;
  pid_t process;
  bool has_sessions;  // the floor has none: it is asked the same, and answers anything
};

enum { most_request_bytes = 512, most_reply_bytes = 1 << 20 };

struct request {
  size_t length;
  char bytes[most_request_bytes];
};

// What is asked, by its name on the command line, of a connection's session.
struct request request_named(const char *name, int session);

// A connection, which blocks.
int connect_to(const struct server *server);

// A connection's session: opened, and activated as well if `is_active`. Its number, or one that
// stands for it if the server has none. `options` are in the words of JSON.
int open_session(const struct server *server, int connection, const char *options, bool is_active);

// Sends a request and waits for the line that answers it; its length.
size_t round_trip(int connection, const struct request *request);

void send_request(int connection, const struct request *request);

// Reads what is there: how many lines of it, and their bytes. 0 if there is nothing.
struct lines {
  size_t count, bytes;
};
struct lines receive_lines(int connection);

// Makes a connection tell a poller that there is something to read, with a number of the caller's;
// it blocks no more.
void watch(int poller, int connection, uint32_t number);

// The modes, see main.c.
void measure_trips(const struct server *server, char **arguments);
void measure_crowd(const struct server *server, char **arguments);
void measure_fan(const struct server *server, char **arguments);
void measure_idle(const struct server *server, char **arguments);
void measure_paced(const struct server *server, char **arguments);
void measure_start(const char *socket, int count, char **command);
