// A service on D-Bus that answers as cheaply as sd-bus can, and its clients: what programs would use
// that had no protocol of their own. It prints what audiosession-benchmark-load does.
//
//   audiosession-benchmark-bus check                         whether there is a libsystemd
//   audiosession-benchmark-bus serve ADDRESS                 the service
//   audiosession-benchmark-bus calls ADDRESS BUS SERVICE COUNT
//   audiosession-benchmark-bus signals ADDRESS BUS SERVICE RECEIVERS TURNS
//   audiosession-benchmark-bus activate SOCKET COMMAND       starts a bus that wants to be activated
//
// BUS and SERVICE are processes; `processor` is what both take.
#include "bus.h"

#include <machine.h>

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc > 3 && strcmp(argv[1], "activate") == 0) activate(argv[2], argv + 3);
  if (!load_library()) {
    fprintf(stderr, "audiosession-benchmark-bus: there is no libsystemd.so.0 with sd-bus\n");
    return 1;
  }
  open_many_files();
  if (argc == 2 && strcmp(argv[1], "check") == 0) return 0;
  if (argc == 3 && strcmp(argv[1], "serve") == 0) serve(argv[2]);
  if (argc == 6 && strcmp(argv[1], "calls") == 0) {
    measure_calls(argv[2], argv + 3);
    return 0;
  }
  if (argc == 7 && strcmp(argv[1], "signals") == 0) {
    measure_signals(argv[2], argv + 3);
    return 0;
  }
  fprintf(stderr, "audiosession-benchmark-bus: expected a mode and its arguments, see main.c\n");
  return 1;
}
