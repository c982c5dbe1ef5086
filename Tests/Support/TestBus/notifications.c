#ifdef AUDIOSESSION_SYSTEMD
#include "testbus.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define NAME "org.freedesktop.Notifications"
#define PATH "/org/freedesktop/Notifications"

static sd_bus *bus;
static int is_inhibited;

static const sd_bus_vtable vtable[] = {
  SD_BUS_VTABLE_START(0),
  SD_BUS_PROPERTY("Inhibited", "b", NULL, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
  SD_BUS_VTABLE_END,
};

static int begin(int is_plain) {
  int result = sd_bus_open_user(&bus);
  if (result >= 0 && !is_plain) {
    result = sd_bus_add_object_vtable(bus, NULL, PATH, NAME, vtable, &is_inhibited);
  }
  if (result >= 0) result = sd_bus_request_name(bus, NAME, 0);
  return result < 0 ? result : sd_bus_attach_event(bus, event_loop, 0);
}

// Tells of the property; only to a connection of that name if one is given.
static int inhibit(sd_bus *sender, int state, const char *listener) {
  sd_bus_message *signal = NULL;
  int result = sd_bus_message_new_signal(
    sender, &signal, PATH, "org.freedesktop.DBus.Properties", "PropertiesChanged");
  if (result >= 0) {
    result =
      sd_bus_message_append(signal, "sa{sv}as", NAME, 1, "Inhibited", "b", state, 0);
  }
  if (result >= 0 && listener != NULL) result = sd_bus_message_set_destination(signal, listener);
  if (result >= 0) result = sd_bus_send(sender, signal, NULL);
  sd_bus_message_unref(signal);
  return result;
}

// Whoever is on the bus is told that it is on, by somebody who isn't the server.
static int meddle(void) {
  sd_bus *other;
  int result = sd_bus_open_user(&other);
  for (int number = 0; number < 16 && result >= 0; number += 1) {
    char name[16];
    snprintf(name, sizeof name, ":1.%d", number);
    result = inhibit(other, 1, name);
  }
  sd_bus_flush_close_unref(other);
  return result;
}

int obey_notifications(char *const *words, size_t count) {
  const char *verb = words[0];
  if (strcmp(verb, "notifications") == 0) return begin(count > 1 && strcmp(words[1], "plain") == 0);
  if (strcmp(verb, "inhibit") == 0 && count == 2) {
    is_inhibited = strcmp(words[1], "yes") == 0;
    return bus == NULL ? 0 : inhibit(bus, is_inhibited, NULL);
  }
  if (strcmp(verb, "meddle") == 0) return meddle();
  if (strcmp(verb, "disturb") == 0) {
    bus = sd_bus_flush_close_unref(bus);
    return 0;
  }
  return -ENOENT;
}
#else
typedef int nothing_without_sd_bus;
#endif
