#include "load.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { settle_microseconds = 100000 };

// CONNECTIONS: what one client with a session leaves resident, and what each further one adds.
void measure_idle(const struct server *server, char **arguments) {
  long count = atol(arguments[0]);
  open_session(server, connect_to(server), "", false);
  usleep(settle_microseconds);
  struct memory before = memory_of(server->process);
  for (long index = 0; index < count; index += 1)
    open_session(server, connect_to(server), "", false);
  usleep(settle_microseconds);
  struct memory after = memory_of(server->process);
  printf("resident %ld\n", before.resident);
  printf("own %ld\n", before.own);
  printf("connection %.1f\n", (double)(after.own - before.own) * 1024 / (double)count);
}
