// Many users who make the daemon hold as much as it lets them, all at once, and read nothing.
//
// Usage: audiosession-test-crowd SOCKET FIRST USERS CONNECTIONS SESSIONS; root only. The users are
// FIRST and those after it; each has so many connections, and each of these so many sessions. They
// are one process, since a connection keeps the user that it was made by.
//
// It goes on at each line that it reads, and prints one when it is done:
//   ready  all sessions are open and active, each user has four enforcers and some observers
//   full   nothing more can be sent: each connection has asked for more than it reads

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum {
  enforcers = 4,
  observers = 40,
  line_bytes = 65536,
  text_bytes = 1 << 18,
  // What the daemon goes on with by itself, it does within this.
  quiet_milliseconds = 2000,
};

// What a connection asks for, by its place among those of its user.
enum habit { half_a_line, a_batch, lists, statuses, discoveries, habits };

struct client {
  int connection;
  enum habit habit;
  size_t sent;
};

struct text {
  char bytes[text_bytes];
  size_t length;
};

static struct text texts[habits];

static void give_up(const char *what) {
  fprintf(stderr, "audiosession-test-crowd: %s: %s\n", what, strerror(errno));
  exit(1);
}

static int connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    give_up(path);
  }
  strcpy(address.sun_path, path);
  int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connection < 0 || connect(connection, (struct sockaddr *)&address, sizeof address) < 0)
    give_up(path);
  return connection;
}

// Sends lines, and reads as many of which none is an error.
static void ask(int connection, const char *lines, int count) {
  static char reply[1 << 20];
  if (send(connection, lines, strlen(lines), MSG_NOSIGNAL) != (ssize_t)strlen(lines))
    give_up("send");
  while (count > 0) {
    ssize_t size = recv(connection, reply, sizeof reply - 1, 0);
    if (size <= 0) give_up("recv");
    reply[size] = 0;
    if (strstr(reply, "\"error\"") != NULL) {
      fprintf(stderr, "audiosession-test-crowd: %s", reply);
      exit(1);
    }
    for (ssize_t index = 0; index < size; index += 1) count -= reply[index] == '\n';
  }
}

// Opens a session with the longest name, and activates it; sessions are numbered from 1.
static void play(int connection) {
  static long last = 0;
  char lines[1024], name[129];
  memset(name, 'n', sizeof name - 1);
  name[sizeof name - 1] = 0;
  last += 1;
  snprintf(lines, sizeof lines,
           "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session.open\",\"params\":{\"name\":\"%s\","
           "\"category\":\"playback\",\"options\":[\"mixWithOthers\"]}}\n"
           "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"session.activate\","
           "\"params\":{\"session\":%ld}}\n",
           name, last);
  ask(connection, lines, 2);
}

static void append(struct text *text, const char *bytes) {
  size_t length = strlen(bytes);
  if (text->length + length > text_bytes) return;
  memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
}

static void repeat(struct text *text, const char *line, size_t bytes) {
  while (text->length + strlen(line) <= bytes) append(text, line);
}

static void compose(void) {
  static const char list[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session.list\"";
  char line[256];
  memset(texts[half_a_line].bytes, 'x', texts[half_a_line].length = line_bytes - 1);
  // Values that nobody asked for, each of which takes a node when it is read.
  snprintf(line, sizeof line, "[%s,\"x\":[0", list);
  append(&texts[a_batch], line);
  repeat(&texts[a_batch], ",0", line_bytes - 4096);
  append(&texts[a_batch], "]}");
  for (int index = 1; index < 8; index += 1) {
    snprintf(line, sizeof line, ",%s}", list);
    append(&texts[a_batch], line);
  }
  append(&texts[a_batch], "]\n");
  snprintf(line, sizeof line, "%s}\n", list);
  for (int index = 0; index < 2; index += 1) append(&texts[lists], line);
  repeat(&texts[statuses], "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server.status\"}\n",
         text_bytes);
  repeat(&texts[discoveries], "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"rpc.discover\"}\n",
         line_bytes);
}

// Sends what a connection takes; false if it is cut off.
static int fill(struct client *client) {
  const struct text *text = &texts[client->habit];
  while (client->sent < text->length) {
    ssize_t size = send(client->connection, text->bytes + client->sent,
                        text->length - client->sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (size < 0) return errno == EAGAIN;
    client->sent += (size_t)size;
  }
  return 1;
}

// Sends until nothing more is taken.
static void fill_all(struct client *clients, size_t count) {
  struct pollfd *requests = calloc(count, sizeof *requests);
  if (requests == NULL) give_up("memory");
  for (size_t index = 0; index < count; index += 1) requests[index].fd = clients[index].connection;
  do {
    for (size_t index = 0; index < count; index += 1) {
      if (requests[index].fd < 0) continue;
      int is_open = fill(&clients[index]);
      int is_done = clients[index].sent == texts[clients[index].habit].length;
      requests[index].events = is_done ? 0 : POLLOUT;
      if (!is_open || requests[index].revents & (POLLHUP | POLLERR)) requests[index].fd = -1;
    }
  } while (poll(requests, count, quiet_milliseconds) > 0);
  free(requests);
}

static void tell(const char *word) {
  puts(word);
  fflush(stdout);
  if (getchar() == EOF) exit(0);
}

int main(int argc, char **argv) {
  if (argc != 6) {
    fprintf(stderr, "audiosession-test-crowd: expected five arguments, see main.c\n");
    return 1;
  }
  uid_t first = (uid_t)atol(argv[2]), users = (uid_t)atol(argv[3]);
  size_t connections = (size_t)atol(argv[4]), count = users * connections, sessions;
  sessions = (size_t)atol(argv[5]);
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  compose();
  struct client *clients = calloc(count, sizeof *clients);
  if (clients == NULL) give_up("memory");
  for (size_t index = 0; index < count; index += 1) {
    struct client *client = &clients[index];
    size_t place = index % connections;
    if (seteuid(first + (uid_t)(index / connections)) < 0) give_up("seteuid");
    client->connection = connect_to(argv[1]);
    if (seteuid(0) < 0) give_up("seteuid");
    client->habit = (enum habit)(place % habits);
    for (size_t session = 0; session < sessions; session += 1) play(client->connection);
    if (place < enforcers)
      ask(client->connection, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"enforcement.attach\"}\n",
          1);
  }
  // Last, so that they are told nothing before they have asked for it all.
  for (size_t index = 0; index < count; index += 1)
    if (index % connections >= enforcers && index % connections < enforcers + observers) {
      static const char line[] =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"events.subscribe\","
        "\"params\":{\"scope\":\"all\"}}\n";
      send(clients[index].connection, line, sizeof line - 1, MSG_NOSIGNAL);
    }
  tell("ready");
  fill_all(clients, count);
  tell("full");
  return 0;
}
