#ifdef AUDIOSESSION_SYSTEMD
#include "testbus.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLAYER "org.mpris.MediaPlayer2.Player"
#define PATH "/org/mpris/MediaPlayer2"

struct player {
  struct player *next;
  sd_bus *bus;
  char name[64], status[16], wanted[16];
  int can_pause, can_play;
  bool deaf, stuck, dead, late, silent, asleep, nameless;
};

static struct player *players;

static void change(struct player *player, const char *property) {
  if (!player->silent) {
    sd_bus_emit_properties_changed(player->bus, PATH, PLAYER, property, NULL);
  }
}

static void set_status(struct player *player, const char *status) {
  snprintf(player->status, sizeof player->status, "%s", status);
  change(player, "PlaybackStatus");
}

static int on_time(sd_event_source *source, uint64_t time, void *context) {
  struct player *player = context;
  set_status(player, player->wanted);
  return 0;
}

static int on_command(sd_bus_message *call, void *context, sd_bus_error *error) {
  struct player *player = context;
  const char *member = sd_bus_message_get_member(call);
  tell(player->name, member);
  if (player->stuck) return 1;
  const char *wanted = strcmp(member, "Play") == 0 ? "Playing"
    : strcmp(member, "PlayPause") != 0             ? "Paused"
    : strcmp(player->status, "Playing") == 0       ? "Paused"
                                                   : "Playing";
  int result = sd_bus_reply_method_return(call, NULL);
  if (player->deaf) return result;
  if (!player->late) {
    set_status(player, wanted);
    return result;
  }
  snprintf(player->wanted, sizeof player->wanted, "%s", wanted);
  sd_event_add_time_relative(event_loop, NULL, CLOCK_MONOTONIC, 30000, 1, on_time, player);
  return result;
}

static int get_text(
  sd_bus *bus, const char *path, const char *interface, const char *property,
  sd_bus_message *reply, void *context, sd_bus_error *error) {
  struct player *player = context;
  if (strcmp(property, "PlaybackStatus") == 0) {
    return sd_bus_message_append(reply, "s", player->status);
  }
  char identity[80];
  snprintf(identity, sizeof identity, "The %s", player->name);
  return sd_bus_message_append(reply, "s", identity);
}

static const sd_bus_vtable root_vtable[] = {
  SD_BUS_VTABLE_START(0),
  SD_BUS_PROPERTY("Identity", "s", get_text, 0, SD_BUS_VTABLE_PROPERTY_CONST),
  SD_BUS_VTABLE_END,
};

static const sd_bus_vtable player_vtable[] = {
  SD_BUS_VTABLE_START(0),
  SD_BUS_METHOD("Pause", "", "", on_command, SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_METHOD("Play", "", "", on_command, SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_METHOD("PlayPause", "", "", on_command, SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_PROPERTY("PlaybackStatus", "s", get_text, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
  SD_BUS_PROPERTY(
    "CanPause", "b", NULL, offsetof(struct player, can_pause), SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
  SD_BUS_PROPERTY(
    "CanPlay", "b", NULL, offsetof(struct player, can_play), SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
  SD_BUS_VTABLE_END,
};

static int own(struct player *player, const char *name) {
  char text[128];
  snprintf(text, sizeof text, "org.mpris.MediaPlayer2.%s", name);
  return sd_bus_request_name(player->bus, text, 0);
}

static int disown(struct player *player, const char *name) {
  char text[128];
  snprintf(text, sizeof text, "org.mpris.MediaPlayer2.%s", name);
  return sd_bus_release_name(player->bus, text);
}

static int wake(struct player *player) {
  int result = player->nameless ? 0 : sd_bus_add_object_vtable(
    player->bus, NULL, PATH, "org.mpris.MediaPlayer2", root_vtable, player);
  if (result < 0) return result;
  return sd_bus_add_object_vtable(player->bus, NULL, PATH, PLAYER, player_vtable, player);
}

static int begin(char *const *words, size_t count) {
  struct player *player = calloc(1, sizeof *player);
  if (player == NULL) return -ENOMEM;
  player->next = players;
  players = player;
  snprintf(player->name, sizeof player->name, "%s", words[1]);
  snprintf(player->status, sizeof player->status, "Stopped");
  player->can_pause = player->can_play = true;
  for (size_t index = 2; index < count; index += 1) {
    player->deaf |= strcmp(words[index], "deaf") == 0;
    player->stuck |= strcmp(words[index], "stuck") == 0;
    player->dead |= strcmp(words[index], "dead") == 0;
    player->late |= strcmp(words[index], "late") == 0;
    player->silent |= strcmp(words[index], "silent") == 0;
    player->asleep |= strcmp(words[index], "asleep") == 0;
    player->nameless |= strcmp(words[index], "nameless") == 0;
  }
  int result = sd_bus_open_user(&player->bus);
  if (result >= 0 && !player->asleep) result = wake(player);
  if (result >= 0) result = own(player, player->name);
  // Whose connection is in no loop never reads what it is asked.
  if (result >= 0 && !player->dead) result = sd_bus_attach_event(player->bus, event_loop, 0);
  return result;
}

static int talk_nonsense(struct player *player) {
  sd_bus *bus = player->bus;
  const char *interface = "org.freedesktop.DBus.Properties", *member = "PropertiesChanged";
  int result = sd_bus_emit_signal(bus, PATH, interface, member, "s", PLAYER);
  if (result < 0) return result;
  return sd_bus_emit_signal(
    bus, PATH, interface, member, "sa{sv}as", PLAYER, 4, "PlaybackStatus", "i", 7, "CanPause", "s",
    "no", "CanPlay", "a{sv}", 1, "deep", "v", "(dth)", 1.5, (uint64_t)-1, 0, "Metadata", "a{sv}",
    2, "mpris:length", "x", (int64_t)-1, "xesam:artist", "as", 2, "One", "Other", 0);
}

static void flood(struct player *player, const char *count) {
  for (long number = strtol(count, NULL, 10); number > 0; number -= 1) {
    set_status(player, number % 2 ? "Paused" : "Playing");
  }
}

static void end(struct player *player) {
  sd_bus_flush_close_unref(player->bus);
  struct player **place = &players;
  while (*place != player) place = &(*place)->next;
  *place = player->next;
  free(player);
}

int obey_player(char *const *words, size_t count) {
  const char *verb = words[0];
  if (count < 2) return -ENOENT;
  if (strcmp(verb, "player") == 0) return begin(words, count);
  struct player *player = players;
  while (player != NULL && strcmp(player->name, words[1]) != 0) player = player->next;
  if (player == NULL) return -ENOENT;
  if (strcmp(verb, "alias") == 0 && count == 3) return own(player, words[2]);
  if (strcmp(verb, "drop") == 0 && count == 3) return disown(player, words[2]);
  if (strcmp(verb, "status") == 0 && count == 3) {
    set_status(player, words[2]);
  } else if (strcmp(verb, "can") == 0 && count == 4) {
    bool is_pause = strcmp(words[2], "pause") == 0;
    *(is_pause ? &player->can_pause : &player->can_play) = strcmp(words[3], "yes") == 0;
    change(player, is_pause ? "CanPause" : "CanPlay");
  } else if (strcmp(verb, "nonsense") == 0) {
    return talk_nonsense(player);
  } else if (strcmp(verb, "flood") == 0 && count == 3) {
    flood(player, words[2]);
  } else if (strcmp(verb, "wake") == 0) {
    return wake(player);
  } else if (strcmp(verb, "quit") == 0) {
    end(player);
  } else {
    return -ENOENT;
  }
  return 0;
}
#else
typedef int nothing_without_sd_bus;
#endif
