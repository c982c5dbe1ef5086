#ifdef AUDIOSESSION_SYSTEMD
#include "testbus.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define NAME "org.freedesktop.RealtimeKit1"

static sd_bus *bus;
static char answer[16];

static int on_request(sd_bus_message *call, void *context, sd_bus_error *error) {
  uint64_t thread;
  uint32_t priority;
  int result = sd_bus_message_read(call, "tu", &thread, &priority);
  if (result < 0) return result;
  char text[64];
  snprintf(text, sizeof text, "MakeThreadRealtime %llu %u", (unsigned long long)thread, priority);
  tell("rtkit", text);
  if (strcmp(answer, "nothing") == 0) return 1;
  if (strcmp(answer, "grant") == 0) return sd_bus_reply_method_return(call, "");
  return sd_bus_error_set_const(error, SD_BUS_ERROR_ACCESS_DENIED, "Operation not permitted");
}

static const sd_bus_vtable vtable[] = {
  SD_BUS_VTABLE_START(0),
  SD_BUS_METHOD("MakeThreadRealtime", "tu", "", on_request, SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_VTABLE_END,
};

int obey_realtime(char *const *words, size_t count) {
  if (count != 2 || strcmp(words[0], "rtkit") != 0) return -ENOENT;
  snprintf(answer, sizeof answer, "%s", words[1]);
  int result = sd_bus_open_system(&bus);
  if (result >= 0) {
    result =
      sd_bus_add_object_vtable(bus, NULL, "/org/freedesktop/RealtimeKit1", NAME, vtable, NULL);
  }
  if (result >= 0) result = sd_bus_request_name(bus, NAME, 0);
  if (result >= 0) result = sd_bus_attach_event(bus, event_loop, 0);
  return result;
}
#else
typedef int nothing_without_sd_bus;
#endif
