#include "load.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>

enum { warm_up_nanoseconds = 200000000, patience_milliseconds = 5000 };

// CONNECTIONS MILLISECONDS: each connection always has one request under way.
void measure_crowd(const struct server *server, char **arguments) {
  uint32_t count = (uint32_t)atol(arguments[0]);
  uint64_t duration = (uint64_t)atol(arguments[1]) * 1000000;
  int *connections = calloc(count, sizeof *connections);
  struct request *requests = calloc(count, sizeof *requests);
  int poller = epoll_create1(EPOLL_CLOEXEC);
  if (connections == NULL || requests == NULL || poller < 0) give_up("many connections");
  for (uint32_t index = 0; index < count; index += 1) {
    connections[index] = connect_to(server);
    int session = open_session(server, connections[index], "\"mixWithOthers\"", true);
    requests[index] = request_named("activate", session);
    watch(poller, connections[index], index);
  }
  for (uint32_t index = 0; index < count; index += 1)
    send_request(connections[index], &requests[index]);
  uint64_t answered = 0, first = 0, processor = 0;
  uint64_t start = now() + warm_up_nanoseconds, time = 0;
  while (time < start + duration) {
    struct epoll_event events[256];
    int ready = epoll_wait(poller, events, 256, patience_milliseconds);
    if (ready <= 0) give_up("waiting for replies");
    time = now();
    if (processor == 0 && time >= start) {
      start = time;
      first = answered;
      processor = processor_time(server->process);
    }
    for (int index = 0; index < ready; index += 1) {
      uint32_t number = events[index].data.u32;
      if (receive_lines(connections[number]).count == 0) continue;
      answered += 1;
      send_request(connections[number], &requests[number]);
    }
  }
  uint64_t taken = processor_time(server->process) - processor;
  double requests_answered = (double)(answered - first);
  printf("rate %.1f\n", requests_answered * 1e9 / (double)(time - start));
  printf("processor %.3f\n", (double)taken / requests_answered);
}
