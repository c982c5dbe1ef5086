// Load for a daemon that is killed meanwhile: many connections of many processes, each of which
// asks, listens a moment longer, says that it has no more to ask, hears the daemon out, and begins
// anew.
// A shell's client would be five processes with those that feed and read it.
//
// Usage: audiosession-test-load SOCKET PROCESSES CONNECTIONS FLAG. Each process has so many
// connections, goes on while there is a file FLAG, and ends when its last connection has. For each
// connection that ended it prints "a connection in order", or what was wrong: a line that isn't a
// message, half a line, an error of connect.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { requests = 200, listens_milliseconds = 300, line_bytes = 65536 };

typedef struct {
  int socket;               // -1: none
  size_t sent;              // bytes of the requests
  long long asks_until;     // when it says that it has no more to ask; 0: already said
  bool was_wrong;
  size_t length;            // of the line that isn't complete
  char line[line_bytes];
} Connection;

static char *text;
static size_t text_length;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

static void compose(void) {
  FILE *stream = open_memstream(&text, &text_length);
  fputs("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"session.open\",\"params\":{}}\n", stream);
  for (int count = 0; count < requests; count += 1)
    fputs("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"alert.request\",\"params\":{}}\n", stream);
  fclose(stream);
}

static void complain(Connection *one, const char *what, const char *which) {
  printf("%s: %s\n", what, which);
  one->was_wrong = true;
}

static void begin(Connection *one, const struct sockaddr_un *address) {
  one->was_wrong = false;
  one->sent = one->length = 0;
  one->asks_until = now() + listens_milliseconds;
  one->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  // In its own time: until the daemon is back, systemd holds the socket.
  const struct sockaddr *name = (const struct sockaddr *)address;
  if (one->socket < 0 || connect(one->socket, name, sizeof *address) != 0) {
    printf("connect: %s\n", strerror(errno));
    exit(1);
  }
  fcntl(one->socket, F_SETFL, O_NONBLOCK);
}

static void end(Connection *one) {
  one->line[one->length] = 0;
  if (one->length > 0) complain(one, "half a line", one->line);
  if (!one->was_wrong) puts("a connection in order");
  close(one->socket);
  one->socket = -1;
}

static void ask(Connection *one) {
  ssize_t count = send(one->socket, text + one->sent, text_length - one->sent, MSG_NOSIGNAL);
  if (count > 0) one->sent += (size_t)count;
  // Whose end has gone is read out all the same.
  if (count < 0 && errno != EAGAIN) one->sent = text_length;
}

static void judge(Connection *one) {
  static const char head[] = "{\"jsonrpc\":\"2.0\",";
  one->line[one->length] = 0;
  if (strncmp(one->line, head, sizeof head - 1) != 0 || one->line[one->length - 1] != '}')
    complain(one, "no message", one->line);
  one->length = 0;
}

static void hear(Connection *one) {
  char bytes[4096];
  ssize_t count = recv(one->socket, bytes, sizeof bytes, 0);
  if (count < 0 && errno == EAGAIN) return;
  if (count <= 0) return end(one);
  for (ssize_t place = 0; place < count; place += 1) {
    if (bytes[place] == '\n') judge(one);
    else if (one->length < line_bytes - 1) one->line[one->length++] = bytes[place];
  }
}

static int load(const char *path, size_t number, const char *flag) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  Connection *all = calloc(number, sizeof *all);
  struct pollfd *places = calloc(number, sizeof *places);
  if (all == NULL || places == NULL) return 1;
  for (size_t place = 0; place < number; place += 1) all[place].socket = -1;
  for (;;) {
    bool goes_on = access(flag, F_OK) == 0, waits = false, listens = false;
    for (size_t place = 0; place < number; place += 1) {
      Connection *one = &all[place];
      if (one->socket < 0 && goes_on) begin(one, &address);
      bool asks = one->socket >= 0 && one->sent < text_length;
      if (one->socket >= 0 && !asks && one->asks_until > 0) {
        if (now() >= one->asks_until) {
          shutdown(one->socket, SHUT_WR);
          one->asks_until = 0;
        } else {
          listens = true;
        }
      }
      places[place].fd = one->socket;
      places[place].events = POLLIN | (asks ? POLLOUT : 0);
      waits |= one->socket >= 0;
    }
    if (!waits) return 0;
    // Who listens is looked after now and then: a moment more or less is as good.
    if (poll(places, number, listens ? listens_milliseconds / 10 : -1) < 0) return 1;
    for (size_t place = 0; place < number; place += 1) {
      if (places[place].revents & POLLOUT) ask(&all[place]);
      if (places[place].revents & ~POLLOUT) hear(&all[place]);
    }
  }
}

int main(int count, char **arguments) {
  if (count != 5) return 2;
  setvbuf(stdout, NULL, _IOLBF, 0);
  compose();
  for (long left = atol(arguments[2]); left > 0; left -= 1) {
    pid_t child = fork();
    if (child < 0) return 1;
    if (child > 0) continue;
    // Who stops the load stops all of it.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    return load(arguments[1], (size_t)atol(arguments[3]), arguments[4]);
  }
  int worst = 0, status;
  while (wait(&status) > 0) worst |= status;
  return worst != 0;
}
