// What is shared by the connection and its objects.
#pragma once

#include "CPipeWire.h"

#include <pipewire/pipewire.h>

struct audiosession_pipewire {
  struct audiosession_pipewire_listener listener;
  void *listener_context;
  struct pw_main_loop *main_loop;
  struct pw_context *context;
  // The server's name or its socket's path, or NULL.
  char *remote;
  struct pw_core *core;
  struct pw_registry *registry;
  struct spa_hook core_hook, registry_hook;
  // NULL until there is a meter.
  struct pw_core *meter_core;
  struct spa_hook meter_core_hook;
  struct spa_list objects;
  struct spa_list meters;
};

// An object that is watched.
struct object {
  struct spa_list link;
  struct audiosession_pipewire *connection;
  uint32_t id;
  enum audiosession_pipewire_kind kind;
  struct pw_proxy *proxy;
  struct spa_hook proxy_hook, object_hook;
};

// The object that is watched under this id, or NULL.
struct object *audiosession_pipewire_find(
  struct audiosession_pipewire *connection, uint32_t id);
// Watches it no longer.
void audiosession_pipewire_forget(struct object *object);
// The connection for the streams of meters, or NULL with errno set.
//
// The server handles nothing more of a client that asks for a metadata until the session manager has
// told it, and nothing of the session manager that asks for a node's parameters until the node's
// owner has told them. With nodes on the connection that asks for metadata, each could wait for the
// other, and all sound with them.
struct pw_core *audiosession_pipewire_meter_core(struct audiosession_pipewire *connection);
// Listens to nothing any more.
void audiosession_pipewire_end_meters(struct audiosession_pipewire *connection);
// Which kind an interface's type is, or -1.
int audiosession_pipewire_kind_of(const char *type);
