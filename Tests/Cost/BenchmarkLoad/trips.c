#include "load.h"

#include <stdio.h>
#include <stdlib.h>

// REQUEST COUNT: one request after the other on one connection.
void measure_trips(const struct server *server, char **arguments) {
  int connection = connect_to(server);
  struct request request = request_named(arguments[0],
                                         open_session(server, connection, "", true));
  long count = atol(arguments[1]);
  long warm_up = count / 10 + 100;
  size_t length = 0;
  for (long index = 0; index < warm_up; index += 1)
    length = round_trip(connection, &request);
  struct histogram *times = histogram_make();
  uint64_t before = processor_time(server->process);
  for (long index = 0; index < count; index += 1) {
    uint64_t start = now();
    round_trip(connection, &request);
    histogram_note(times, now() - start);
  }
  uint64_t taken = processor_time(server->process) - before;
  printf("requests %ld\n", warm_up + count);
  printf("reply %zu\n", length);
  printf("processor %.3f\n", (double)taken / (double)count);
  histogram_print(times, "latency", stdout);
  histogram_free(times);
}
