#include "bus.h"

#include <machine.h>

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static const uint64_t patience_nanoseconds = 10000000000;
enum { pause_microseconds = 2000 };

struct sd_bus_library library;

static const struct {
  const char *name;
  size_t place;
} symbols[] = {
#define SYMBOL(name) {"sd_bus_" #name, offsetof(struct sd_bus_library, name)}
  SYMBOL(new), SYMBOL(set_address), SYMBOL(set_bus_client), SYMBOL(start), SYMBOL(request_name),
  SYMBOL(add_object), SYMBOL(match_signal), SYMBOL(message_is_method_call), SYMBOL(message_read),
  SYMBOL(message_get_bus), SYMBOL(reply_method_return), SYMBOL(emit_signal), SYMBOL(call_method),
  SYMBOL(call_method_async), SYMBOL(process), SYMBOL(wait), SYMBOL(flush), SYMBOL(get_fd),
};

bool load_library(void) {
  void *opened = dlopen("libsystemd.so.0", RTLD_NOW);
  if (opened == NULL) return false;
  for (size_t index = 0; index < sizeof symbols / sizeof *symbols; index += 1) {
    void *symbol = dlsym(opened, symbols[index].name);
    if (symbol == NULL) return false;
    memcpy((char *)&library + symbols[index].place, &symbol, sizeof symbol);
  }
  return true;
}

int demand(int result, const char *what) {
  if (result >= 0) return result;
  errno = -result;
  give_up(what);
}

sd_bus *bus_at(const char *address) {
  // The bus may just have been started. A connection that failed can't be started again.
  for (uint64_t end = now() + patience_nanoseconds;;) {
    sd_bus *bus;
    demand(library.new(&bus), "sd_bus_new");
    demand(library.set_address(bus, address), address);
    demand(library.set_bus_client(bus, 1), "sd_bus_set_bus_client");
    int result = library.start(bus);
    if (result >= 0 || now() > end) {
      demand(result, address);
      return bus;
    }
    usleep(pause_microseconds);
  }
}
