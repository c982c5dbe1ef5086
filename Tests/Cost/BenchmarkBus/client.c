#include "bus.h"

#include <figures.h>
#include <machine.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { patience_milliseconds = 5000, rest_microseconds = 300, warm_up_turns = 4 };
static const uint64_t patience_nanoseconds = 10000000000;
enum { pause_microseconds = 2000 };

// Who does the work of a call: the bus, which is a child if the process is a launcher, and the
// service.
struct workers {
  pid_t bus, service;
};

static struct workers workers_named(char **arguments) {
  pid_t bus = atoi(arguments[0]);
  pid_t child = first_child(bus);
  return (struct workers){child != 0 ? child : bus, atoi(arguments[1])};
}

static uint64_t time_of(struct workers workers) {
  return processor_time(workers.bus) + processor_time(workers.service);
}

static int try_call(sd_bus *bus) {
  return library.call_method(bus, PEER_NAME, PEER_PATH, PEER_NAME, "SetActive", NULL, NULL, "b", 1);
}

static void call(sd_bus *bus) { demand(try_call(bus), "SetActive"); }

// A connection that has called the service, which may just have been started.
static sd_bus *caller_at(const char *address) {
  sd_bus *bus = bus_at(address);
  uint64_t end = now() + patience_nanoseconds;
  while (try_call(bus) < 0 && now() < end) usleep(pause_microseconds);
  call(bus);
  return bus;
}

void measure_calls(const char *address, char **arguments) {
  long count = atol(arguments[2]);
  sd_bus *bus = caller_at(address);
  struct workers workers = workers_named(arguments);
  for (long index = 0; index < count / 10 + 100; index += 1) call(bus);
  struct histogram *times = histogram_make();
  uint64_t before = time_of(workers);
  for (long index = 0; index < count; index += 1) {
    uint64_t start = now();
    call(bus);
    histogram_note(times, now() - start);
  }
  printf("processor %.3f\n", (double)(time_of(workers) - before) / (double)count);
  histogram_print(times, "latency", stdout);
  histogram_free(times);
}

static int on_signal(sd_bus_message *message, void *context, sd_bus_error *error) {
  (void)message;
  (void)error;
  *(long *)context += 1;
  return 0;
}

static void take_all(sd_bus *bus) {
  while (demand(library.process(bus, NULL), "sd_bus_process") > 0) continue;
}

void measure_signals(const char *address, char **arguments) {
  long receivers = atol(arguments[2]), turns = atol(arguments[3]), told = 0;
  int poller = epoll_create1(EPOLL_CLOEXEC);
  if (poller < 0) give_up("epoll_create1");
  for (long index = 0; index < receivers; index += 1) {
    sd_bus *bus = bus_at(address);
    demand(library.match_signal(bus, NULL, NULL, PEER_PATH, PEER_NAME, "Ducked", on_signal, &told),
           "sd_bus_match_signal");
    take_all(bus);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = bus};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, library.get_fd(bus), &event) < 0) give_up("epoll_ctl");
  }
  sd_bus *caller = caller_at(address);
  struct workers workers = workers_named(arguments);
  struct histogram *times = histogram_make();
  uint64_t before = 0;
  for (long index = -warm_up_turns; index < turns; index += 1) {
    if (index == 0) before = time_of(workers);
    told = 0;
    uint64_t start = now();
    demand(library.call_method_async(caller, NULL, PEER_NAME, PEER_PATH, PEER_NAME, "Duck",
                                     on_signal, &(long){0}, NULL),
           "Duck");
    demand(library.flush(caller), "sd_bus_flush");
    while (told < receivers) {
      struct epoll_event events[1024];
      int ready = epoll_wait(poller, events, 1024, patience_milliseconds);
      if (ready <= 0) give_up("waiting for signals");
      for (int place = 0; place < ready; place += 1) take_all(events[place].data.ptr);
    }
    if (index >= 0) histogram_note(times, now() - start);
    take_all(caller);
    usleep(rest_microseconds);
  }
  printf("processor %.3f\n",
         (double)(time_of(workers) - before) / (double)turns / (double)receivers);
  histogram_print(times, "latency", stdout);
  histogram_free(times);
}
