#ifdef AUDIOSESSION_SYSTEMD
#define _GNU_SOURCE
#include "testbus.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#define MANAGER "org.freedesktop.login1.Manager"
#define SESSION "org.freedesktop.login1.Session"
#define PATH "/org/freedesktop/login1"

struct session {
  struct session *next;
  sd_bus_slot *slot;
  char id[32], seat[32], path[128];
  unsigned user;
  int is_active, is_locked;
};

static sd_bus *bus;
static int is_preparing;
static struct session *sessions;

static int on_release(sd_event_source *source, int descriptor, uint32_t events, void *context) {
  tell("login1", "released");
  sd_event_source_unref(source);
  close(descriptor);
  return 0;
}

static int on_inhibit(sd_bus_message *call, void *context, sd_bus_error *error) {
  const char *what, *who, *why, *mode;
  int result = sd_bus_message_read(call, "ssss", &what, &who, &why, &mode);
  if (result < 0) return result;
  char text[256];
  snprintf(text, sizeof text, "Inhibit %s %s %s", what, who, mode);
  tell("login1", text);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -errno;
  // Nothing is ever written: the only event is that the holder has closed its end.
  sd_event_source *source;
  result = sd_event_add_io(event_loop, &source, ends[0], EPOLLHUP, on_release, NULL);
  if (result >= 0) result = sd_bus_reply_method_return(call, "h", ends[1]);
  close(ends[1]);
  return result;
}

static int on_list(sd_bus_message *call, void *context, sd_bus_error *error) {
  sd_bus_message *reply = NULL;
  int result = sd_bus_message_new_method_return(call, &reply);
  if (result >= 0) result = sd_bus_message_open_container(reply, 'a', "(susso)");
  for (struct session *session = sessions; session != NULL && result >= 0;
       session = session->next) {
    result = sd_bus_message_append(
      reply, "(susso)", session->id, session->user, "somebody", session->seat, session->path);
  }
  if (result >= 0) result = sd_bus_message_close_container(reply);
  if (result >= 0) result = sd_bus_send(NULL, reply, NULL);
  sd_bus_message_unref(reply);
  return result;
}

static const sd_bus_vtable manager_vtable[] = {
  SD_BUS_VTABLE_START(0),
  SD_BUS_METHOD("Inhibit", "ssss", "h", on_inhibit, SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_METHOD("ListSessions", "", "a(susso)", on_list, SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_PROPERTY("PreparingForSleep", "b", NULL, 0, 0),
  SD_BUS_VTABLE_END,
};

static const sd_bus_vtable session_vtable[] = {
  SD_BUS_VTABLE_START(0),
  SD_BUS_PROPERTY(
    "Active", "b", NULL, offsetof(struct session, is_active), SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
  SD_BUS_PROPERTY(
    "LockedHint", "b", NULL, offsetof(struct session, is_locked),
    SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
  SD_BUS_VTABLE_END,
};

static int begin(void) {
  int result = sd_bus_open_system(&bus);
  if (result >= 0) {
    result = sd_bus_add_object_vtable(bus, NULL, PATH, MANAGER, manager_vtable, &is_preparing);
  }
  if (result >= 0) result = sd_bus_request_name(bus, "org.freedesktop.login1", 0);
  if (result >= 0) result = sd_bus_attach_event(bus, event_loop, 0);
  return result;
}

static int tell_of(struct session *session, const char *member) {
  return sd_bus_emit_signal(bus, PATH, MANAGER, member, "so", session->id, session->path);
}

static int add(char *const *words) {
  struct session *session = calloc(1, sizeof *session);
  if (session == NULL) return -ENOMEM;
  session->next = sessions;
  sessions = session;
  snprintf(session->id, sizeof session->id, "%s", words[1]);
  session->user = (unsigned)strtoul(words[2], NULL, 10);
  snprintf(session->seat, sizeof session->seat, "%s", strcmp(words[3], "-") ? words[3] : "");
  session->is_active = strcmp(words[4], "yes") == 0;
  snprintf(session->path, sizeof session->path, PATH "/session/%s", session->id);
  int result = sd_bus_add_object_vtable(
    bus, &session->slot, session->path, SESSION, session_vtable, session);
  return result < 0 ? result : tell_of(session, "SessionNew");
}

static int end(struct session *session) {
  struct session **place = &sessions;
  while (*place != session) place = &(*place)->next;
  *place = session->next;
  sd_bus_slot_unref(session->slot);
  int result = tell_of(session, "SessionRemoved");
  free(session);
  return result;
}

static int prepare(bool is_beginning) {
  is_preparing = is_beginning;
  return sd_bus_emit_signal(bus, PATH, MANAGER, "PrepareForSleep", "b", is_preparing);
}

// Whoever is on the bus is sent PrepareForSleep by somebody who isn't logind.
static int pretend(void) {
  sd_bus *other;
  int result = sd_bus_open_system(&other);
  if (result < 0) return result;
  for (int number = 0; number < 16; number += 1) {
    sd_bus_message *signal = NULL;
    char name[16];
    snprintf(name, sizeof name, ":1.%d", number);
    result = sd_bus_message_new_signal(other, &signal, PATH, MANAGER, "PrepareForSleep");
    if (result >= 0) result = sd_bus_message_append(signal, "b", 1);
    if (result >= 0) result = sd_bus_message_set_destination(signal, name);
    if (result >= 0) result = sd_bus_send(other, signal, NULL);
    sd_bus_message_unref(signal);
  }
  sd_bus_flush_close_unref(other);
  return result;
}

int obey_login(char *const *words, size_t count) {
  const char *verb = words[0];
  if (strcmp(verb, "login1") == 0) return begin();
  if (strcmp(verb, "logout") == 0) {
    bus = sd_bus_flush_close_unref(bus);
    return 0;
  }
  if (strcmp(verb, "impostor") == 0) return pretend();
  if (strcmp(verb, "sleep") == 0 && count == 2) return prepare(strcmp(words[1], "yes") == 0);
  if (strcmp(verb, "session") == 0 && count == 5) return add(words);
  struct session *session = sessions;
  while (session != NULL && count > 1 && strcmp(session->id, words[1]) != 0) {
    session = session->next;
  }
  if (session == NULL) return -ENOENT;
  if (strcmp(verb, "end") == 0) return end(session);
  bool is_lock = strcmp(verb, "lock") == 0;
  if ((!is_lock && strcmp(verb, "active") != 0) || count != 3) return -ENOENT;
  *(is_lock ? &session->is_locked : &session->is_active) = strcmp(words[2], "yes") == 0;
  const char *property = is_lock ? "LockedHint" : "Active";
  return sd_bus_emit_properties_changed(bus, session->path, SESSION, property, NULL);
}
#else
typedef int nothing_without_sd_bus;
#endif
