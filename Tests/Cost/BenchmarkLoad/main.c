// The clients of a benchmark; audiosession-benchmark starts it, and reads what it prints: lines of a
// name and a number, and histograms as figures.h says. Times are in nanoseconds, memory in KiB.
//
//   audiosession-benchmark-load MODE daemon|floor SOCKET PID ARGUMENTS
//     trips REQUEST COUNT          round trips on one connection: requests (those that warm up
//                                  among them), reply, processor, latency
//     crowd CONNECTIONS MS         one request under way on each: rate, processor
//     fan RECEIVERS TURNS          from a request to the last notification: notification, processor,
//                                  latency
//     idle CONNECTIONS             memory: resident, own, connection
//     paced RATE MS                requests at fixed times: latency, lateness
//   audiosession-benchmark-load ending MODE …
//                                  the same, and then ends the server while all clients are there:
//                                  whoever counts what it did doesn't count how it lost them
//   audiosession-benchmark-load start SOCKET COUNT COMMAND
//                                  from a program's start to its listening: latency
//   audiosession-benchmark-load on PROCESSOR COMMAND
//                                  becomes the command, on one processor
//
// REQUEST is status, activate, deactivate or toggle; `processor` is the server's processor time for
// one request, or one notification.
#define _GNU_SOURCE
#include "load.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
  const char *name;
  int arguments;
  void (*measure)(const struct server *, char **);
} modes[] = {
  {"trips", 2, measure_trips}, {"crowd", 2, measure_crowd}, {"fan", 2, measure_fan},
  {"idle", 1, measure_idle},   {"paced", 2, measure_paced},
};

static void end(const struct server *server) {
  struct pollfd gone = {.events = POLLIN};
  gone.fd = (int)syscall(SYS_pidfd_open, server->process, 0);
  if (gone.fd < 0 || kill(server->process, SIGTERM) < 0) give_up("the server's end");
  if (poll(&gone, 1, -1) < 0) give_up("poll");
}

int main(int argc, char **argv) {
  if (argc > 3 && strcmp(argv[1], "on") == 0) {
    pin(atoi(argv[2]));
    execv(argv[3], argv + 3);
    give_up(argv[3]);
  }
  open_many_files();
  if (argc > 4 && strcmp(argv[1], "start") == 0) {
    measure_start(argv[2], atoi(argv[3]), argv + 4);
    return 0;
  }
  bool ends = argc > 1 && strcmp(argv[1], "ending") == 0;
  argc -= ends;
  argv += ends;
  for (size_t index = 0; index < sizeof modes / sizeof *modes; index += 1) {
    if (argc < 5 || strcmp(argv[1], modes[index].name) != 0) continue;
    if (argc != 5 + modes[index].arguments) break;
    struct server server = {argv[3], atoi(argv[4]), strcmp(argv[2], "daemon") == 0};
    modes[index].measure(&server, argv + 5);
    if (ends) end(&server);
    return 0;
  }
  fprintf(stderr, "audiosession-benchmark-load: expected a mode and its arguments, see main.c\n");
  return 1;
}
