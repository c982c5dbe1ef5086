#include "bus.h"

#include <stddef.h>

static int on_call(sd_bus_message *message, void *context, sd_bus_error *error) {
  (void)context;
  (void)error;
  if (library.message_is_method_call(message, PEER_NAME, "SetActive") > 0) {
    int is_active;
    int result = library.message_read(message, "b", &is_active);
    return result < 0 ? result : library.reply_method_return(message, NULL);
  }
  if (library.message_is_method_call(message, PEER_NAME, "Duck") > 0) {
    int result = library.emit_signal(library.message_get_bus(message), PEER_PATH, PEER_NAME,
                                     "Ducked", "ud", ducked_session, 0.2);
    return result < 0 ? result : library.reply_method_return(message, NULL);
  }
  return 0;
}

void serve(const char *address) {
  sd_bus *bus = bus_at(address);
  demand(library.add_object(bus, NULL, PEER_PATH, on_call, NULL), "sd_bus_add_object");
  demand(library.request_name(bus, PEER_NAME, 0), "sd_bus_request_name");
  for (;;) {
    if (demand(library.process(bus, NULL), "sd_bus_process") > 0) continue;
    demand(library.wait(bus, UINT64_MAX), "sd_bus_wait");
  }
}
