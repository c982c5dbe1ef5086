// The floor: what a daemon can cost at the least. A C program that reads lines by epoll, without
// looking at them, and answers each with a line of a fixed length.
//
//   floor SOCKET ANSWER [NOTIFICATION]
//
// ANSWER and NOTIFICATION are lengths in bytes, with the newline. If NOTIFICATION is given, each
// line is also told to every other connection.
//
// The benchmark compiles it, because the package manager would link it with Swift's libraries, which
// take longer to load than it takes to start.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { most_connections = 20000, most_bytes = 65536 };

static int connections[most_connections];
static int connection_count;
static char input[most_bytes];
static char answer[most_bytes];
static char notification[most_bytes];
static size_t answer_length, notification_length;

static void give_up(const char *what) {
  fprintf(stderr, "floor: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void put(int connection, const void *bytes, size_t length) {
  if (send(connection, bytes, length, MSG_NOSIGNAL) != (ssize_t)length && errno != EPIPE)
    give_up("send");
}

static void watch(int poller, int descriptor) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
  if (epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event) < 0) give_up("epoll_ctl");
}

static void welcome(int poller, int listener) {
  for (;;) {
    int connection = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (connection < 0) return;
    if (connection_count == most_connections) {
      close(connection);
      continue;
    }
    connections[connection_count] = connection;
    connection_count += 1;
    watch(poller, connection);
  }
}

static void forget(int connection) {
  int place = 0;
  while (connections[place] != connection) place += 1;
  connection_count -= 1;
  connections[place] = connections[connection_count];
  close(connection);
}

static void tell_others(int connection) {
  for (int place = 0; place < connection_count; place += 1)
    if (connections[place] != connection)
      put(connections[place], notification, notification_length);
}

// As the daemon does: one send for all that was read at once.
static void serve(int connection) {
  ssize_t length = recv(connection, input, sizeof input, 0);
  if (length < 0 && errno == EAGAIN) return;
  if (length <= 0) {
    forget(connection);
    return;
  }
  static char output[1 << 20];
  size_t written = 0;
  const char *end = input + length;
  for (const char *line = input; (line = memchr(line, '\n', (size_t)(end - line))); line += 1) {
    if (notification_length > 0) tell_others(connection);
    if (written + answer_length > sizeof output) {
      put(connection, output, written);
      written = 0;
    }
    memcpy(output + written, answer, answer_length);
    written += answer_length;
  }
  if (written > 0) put(connection, output, written);
}

static size_t fill(char *line, const char *length) {
  long bytes = strtol(length, NULL, 10);
  if (bytes < 1 || bytes > most_bytes) {
    fprintf(stderr, "floor: %s: expected 1 to %d bytes\n", length,
            most_bytes);
    exit(1);
  }
  memset(line, 'x', (size_t)bytes - 1);
  line[bytes - 1] = '\n';
  return (size_t)bytes;
}

static int listen_at(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    give_up(path);
  }
  strcpy(address.sun_path, path);
  unlink(path);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) < 0
      || listen(listener, 1024) < 0)
    give_up(path);
  return listener;
}

int main(int argc, char **argv) {
  if (argc < 3 || argc > 4) {
    fprintf(stderr, "usage: floor SOCKET ANSWER [NOTIFICATION]\n");
    return 1;
  }
  answer_length = fill(answer, argv[2]);
  if (argc == 4) notification_length = fill(notification, argv[3]);
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) < 0) give_up("RLIMIT_NOFILE");
  files.rlim_cur = files.rlim_max;
  if (setrlimit(RLIMIT_NOFILE, &files) < 0) give_up("RLIMIT_NOFILE");
  int listener = listen_at(argv[1]);
  int poller = epoll_create1(EPOLL_CLOEXEC);
  if (poller < 0) give_up("epoll_create1");
  watch(poller, listener);
  for (;;) {
    struct epoll_event events[256];
    int count = epoll_wait(poller, events, 256, -1);
    if (count < 0 && errno != EINTR) give_up("epoll_wait");
    for (int index = 0; index < count; index += 1) {
      if (events[index].data.fd == listener) welcome(poller, listener);
      else serve(events[index].data.fd);
    }
  }
}
