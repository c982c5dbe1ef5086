#include "load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>

enum { connection_count = 64, most_waiting = 1 << 16 };
static const uint64_t patience_nanoseconds = 10000000000;

// When the requests that a connection's server hasn't answered were due, the oldest first.
struct waiting {
  uint64_t first, next;
  uint64_t due[most_waiting];
};

struct pace {
  struct schedule schedule;
  int connections[connection_count];
  struct request requests[connection_count];
  struct waiting *waiting;
  int poller;
  uint64_t sent, answered, all, skipped;
  struct histogram *times, *lateness;
};

// Sends one request at most, if it's due, so that reading gets its turn.
static void send_due(struct pace *pace, uint64_t time) {
  if (pace->sent == pace->all || schedule_count(&pace->schedule, time) <= pace->sent) return;
  uint32_t number = pace->sent % connection_count;
  struct waiting *waiting = &pace->waiting[number];
  if (waiting->next - waiting->first == most_waiting) return;
  const struct request *request = &pace->requests[number];
  ssize_t sent = send(pace->connections[number], request->bytes, request->length, MSG_NOSIGNAL);
  // The server doesn't keep up. What isn't sent stays due.
  if (sent < 0 && errno == EAGAIN) return;
  if (sent != (ssize_t)request->length) give_up("send");
  uint64_t due = schedule_due(&pace->schedule, pace->sent);
  waiting->due[waiting->next % most_waiting] = due;
  waiting->next += 1;
  pace->sent += 1;
  // How late this program itself is; it is part of the latency.
  if (due >= pace->schedule.start + pace->skipped) histogram_note(pace->lateness, time - due);
}

static void receive_replies(struct pace *pace) {
  struct epoll_event events[connection_count];
  int ready = epoll_wait(pace->poller, events, connection_count, 0);
  for (int index = 0; index < ready; index += 1) {
    uint32_t number = events[index].data.u32;
    struct waiting *waiting = &pace->waiting[number];
    size_t count = receive_lines(pace->connections[number]).count;
    uint64_t time = now();
    pace->answered += count;
    for (; count > 0; count -= 1) {
      uint64_t due = waiting->due[waiting->first % most_waiting];
      waiting->first += 1;
      if (due >= pace->schedule.start + pace->skipped) histogram_note(pace->times, time - due);
    }
  }
}

// RATE MILLISECONDS: so many requests a second, over 64 connections in turn, whether or not those
// before them are answered. A time is counted from when the request was due, not from when it was
// sent: else a server that stops for a while would be asked less meanwhile, and the requests that
// it would have kept waiting would be missing from the figures.
void measure_paced(const struct server *server, char **arguments) {
  static struct pace pace;
  uint64_t duration = (uint64_t)atol(arguments[1]);
  pace.schedule.per_second = (uint64_t)atol(arguments[0]);
  // The first fifth warms up, and isn't counted.
  pace.skipped = duration * 1000000 / 5;
  pace.all = pace.schedule.per_second * duration / 1000;
  pace.times = histogram_make();
  pace.lateness = histogram_make();
  pace.waiting = calloc(connection_count, sizeof *pace.waiting);
  pace.poller = epoll_create1(EPOLL_CLOEXEC);
  if (pace.waiting == NULL || pace.poller < 0) give_up("many connections");
  for (uint32_t index = 0; index < connection_count; index += 1) {
    pace.connections[index] = connect_to(server);
    int session = open_session(server, pace.connections[index], "\"mixWithOthers\"", true);
    pace.requests[index] = request_named("activate", session);
    watch(pace.poller, pace.connections[index], index);
  }
  pace.schedule.start = now() + 1000000;
  uint64_t end = schedule_due(&pace.schedule, pace.all) + patience_nanoseconds;
  while (pace.answered < pace.all) {
    uint64_t time = now();
    if (time > end) {
      fprintf(stderr, "audiosession-benchmark-load: %lu of %lu requests were answered\n",
              (unsigned long)pace.answered, (unsigned long)pace.all);
      exit(1);
    }
    send_due(&pace, time);
    receive_replies(&pace);
  }
  histogram_print(pace.times, "latency", stdout);
  histogram_print(pace.lateness, "lateness", stdout);
}
