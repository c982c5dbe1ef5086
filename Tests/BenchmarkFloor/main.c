// Round trips to a running daemon against the floor: a C program that reads a line by epoll and
// writes one of the same length back, without looking at it. Both servers and this client share one
// processor, so that no wake-up of another one hides the difference. Prints ratios; asserts nothing.
//
//   audiosession-benchmark-floor SOCKET [ROUNDS]
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 65536 };

static char line[LINE_MAX_BYTES];

static void give_up(const char *what) {
  perror(what);
  exit(1);
}

static void pin(pid_t pid) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  if (sched_setaffinity(pid, sizeof set, &set) < 0) give_up("sched_setaffinity");
}

static double now_microseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

// Sends a request and reads the line that answers it.
static size_t round_trip(int fd, const char *request) {
  size_t length = strlen(request), have = 0;
  if (send(fd, request, length, MSG_NOSIGNAL) != (ssize_t)length) give_up("send");
  do {
    ssize_t got = recv(fd, line + have, sizeof line - have, 0);
    if (got <= 0) give_up("recv");
    have += (size_t)got;
  } while (line[have - 1] != '\n' && have < sizeof line);
  return have;
}

static int ascending(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return (difference > 0) - (difference < 0);
}

struct figures {
  double p50, p99;
};

static struct figures measure(int fd, const char *request, int rounds) {
  double *took = calloc((size_t)rounds, sizeof *took);
  if (!took) give_up("calloc");
  for (int i = 0; i < rounds; i++) {
    double begin = now_microseconds();
    round_trip(fd, request);
    took[i] = now_microseconds() - begin;
  }
  qsort(took, (size_t)rounds, sizeof *took, ascending);
  struct figures result = {took[rounds / 2], took[rounds * 99 / 100]};
  free(took);
  return result;
}

// Answers each line with `length` bytes, until the other side is gone.
static void serve_floor(int fd, size_t length) {
  static char answer[LINE_MAX_BYTES];
  memset(answer, 'x', length - 1);
  answer[length - 1] = '\n';
  int poller = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event event = {.events = EPOLLIN};
  if (poller < 0 || epoll_ctl(poller, EPOLL_CTL_ADD, fd, &event) < 0) give_up("epoll");
  while (epoll_wait(poller, &event, 1, -1) > 0) {
    ssize_t got = recv(fd, line, sizeof line, 0);
    if (got <= 0) exit(0);
    if (memchr(line, '\n', (size_t)got) && send(fd, answer, length, MSG_NOSIGNAL) < 0) exit(0);
  }
  exit(0);
}

static struct figures measure_floor(const char *request, size_t length, int rounds) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0) give_up("socketpair");
  fflush(stdout);
  pid_t child = fork();
  if (child < 0) give_up("fork");
  if (child == 0) {
    close(pair[0]);
    serve_floor(pair[1], length);
  }
  close(pair[1]);
  measure(pair[0], request, rounds / 10 + 1);
  struct figures floor = measure(pair[0], request, rounds);
  close(pair[0]);
  waitpid(child, NULL, 0);
  return floor;
}

static void compare(int fd, const char *name, const char *request, int rounds) {
  size_t length = round_trip(fd, request);
  if (strstr(line, "\"error\"")) {
    fprintf(stderr, "%s was refused: %.*s", name, (int)length, line);
    exit(1);
  }
  measure(fd, request, rounds / 10 + 1);
  struct figures floor = measure_floor(request, length, rounds);
  struct figures daemon = measure(fd, request, rounds);
  printf("%-18s %5zu bytes  floor p50 %6.1f us  daemon p50 %6.1f us  ratio %.2f  p99 ratio %.2f\n",
         name, length, floor.p50, daemon.p50, daemon.p50 / floor.p50, daemon.p99 / floor.p99);
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: %s SOCKET [ROUNDS]\n", argv[0]);
    return 1;
  }
  int rounds = argc > 2 ? atoi(argv[2]) : 20000;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (rounds < 100 || strlen(argv[1]) >= sizeof address.sun_path) {
    fprintf(stderr, "expected a socket's path and at least 100 rounds\n");
    return 1;
  }
  strcpy(address.sun_path, argv[1]);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) < 0) give_up(argv[1]);
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) give_up("SO_PEERCRED");
  pin(peer.pid);
  pin(0);
  round_trip(fd, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session.open\","
                 "\"params\":{\"category\":\"playback\"}}\n");
  const char *number = strstr(line, "\"session\":");
  if (!number) give_up("session.open");
  char activate[160], deactivate[160], toggle[320];
  int session = atoi(number + 10);
  snprintf(activate, sizeof activate,
           "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session.activate\","
           "\"params\":{\"session\":%d}}\n", session);
  snprintf(deactivate, sizeof deactivate,
           "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session.deactivate\","
           "\"params\":{\"session\":%d}}\n", session);
  snprintf(toggle, sizeof toggle, "[%.*s,%.*s]\n", (int)strlen(deactivate) - 1, deactivate,
           (int)strlen(activate) - 1, activate);
  compare(fd, "server.status", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server.status\"}\n",
          rounds);
  compare(fd, "activate again", activate, rounds);
  compare(fd, "two decisions", toggle, rounds);
  return 0;
}
