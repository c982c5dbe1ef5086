// libpipewire for a program with a loop of its own: a connection, what the server shows as calls
// of the program's functions, and what can be done to a stream.
//
// Every function belongs to one thread. Functions that return `int` return 0 or more, or a negative
// errno. Strings and arrays live until the call that hands them over returns.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Whether the package was built with the trait PipeWire; without it no connection is ever made.
bool audiosession_pipewire_is_built_in(void);

// A connection to the server.
struct audiosession_pipewire;

// An object's properties.
struct audiosession_pipewire_properties;
// The property's value, or NULL.
const char *audiosession_pipewire_property(
  const struct audiosession_pipewire_properties *properties, const char *key);

enum audiosession_pipewire_kind {
  audiosession_pipewire_node,
  audiosession_pipewire_client,
  audiosession_pipewire_device,
  audiosession_pipewire_link,
  audiosession_pipewire_metadata,
};

// As `enum pw_node_state`.
enum audiosession_pipewire_state {
  audiosession_pipewire_error = -1,
  audiosession_pipewire_creating = 0,
  audiosession_pipewire_suspended = 1,
  audiosession_pipewire_idle = 2,
  audiosession_pipewire_running = 3,
};

// The most channels that a stream has, in any version of PipeWire.
enum { audiosession_pipewire_channels = 128 };

// A node's volumes, linear. The soft ones are heard in place of the others once they were set.
struct audiosession_pipewire_volumes {
  const float *channels;
  uint32_t channel_count;
  const float *soft;
  uint32_t soft_count;
  bool is_muted;
  bool is_soft_muted;
  // The delay of a device that its user or the session manager set, in nanoseconds.
  int64_t latency_offset;
};

// What a card's device is connected to now; see SPA_PARAM_Route. Strings may be NULL.
struct audiosession_pipewire_route {
  // The card's device, a node's `card.profile.device`.
  int32_t device;
  const char *name;
  const char *description;
  // `port.type` of its information.
  const char *port_type;
  bool is_muted;
  // Whether the card itself mutes.
  bool has_hardware_mute;
};

// What is called, from within `audiosession_pipewire_dispatch` only.
struct audiosession_pipewire_listener {
  // There is an object, with the properties that the registry tells.
  void (*added)(
    void *context, uint32_t id, enum audiosession_pipewire_kind kind,
    const struct audiosession_pipewire_properties *properties);
  void (*removed)(void *context, uint32_t id);
  // All properties of a watched object; again whenever they have changed.
  void (*properties)(
    void *context, uint32_t id, const struct audiosession_pipewire_properties *properties);
  // The state of a watched node.
  void (*state)(void *context, uint32_t id, enum audiosession_pipewire_state state);
  void (*volumes)(
    void *context, uint32_t id, const struct audiosession_pipewire_volumes *volumes);
  // A watched card's port, by its route's name, and whether it is known that nothing is plugged in.
  void (*port)(void *context, uint32_t id, const char *name, bool is_empty);
  // The active route of a watched card's device, after all ports.
  void (*route)(void *context, uint32_t id, const struct audiosession_pipewire_route *route);
  // A watched metadata's value; both NULL: the subject has none any more.
  void (*value)(
    void *context, uint32_t id, uint32_t subject, const char *key, const char *value);
  // The highest peak of a node that is listened to since the last call, linear, after its volumes;
  // called when it has changed, and otherwise four times a second while the node runs.
  void (*peak)(void *context, uint32_t id, float peak);
  // A node that is listened to won't be heard any more.
  void (*deaf)(void *context, uint32_t id);
  // The server has dealt with everything up to that `audiosession_pipewire_sync`.
  void (*synced)(void *context, int sequence);
  // The connection has broken; it is only good for being closed.
  void (*lost)(void *context);
};

// Connects to the server of that name or socket, NULL: the one that PipeWire's own variables name.
// Returns NULL and sets errno: ENOTSUP without the trait, EHOSTDOWN if there is no server.
struct audiosession_pipewire *audiosession_pipewire_connect(
  const struct audiosession_pipewire_listener *listener, void *context, const char *remote);
void audiosession_pipewire_close(struct audiosession_pipewire *connection);

// The descriptor to wait on for reading, the same for the connection's life.
int audiosession_pipewire_descriptor(struct audiosession_pipewire *connection);
// Reads and writes what there is, for `milliseconds` at most; 0: without waiting.
int audiosession_pipewire_dispatch(struct audiosession_pipewire *connection, int milliseconds);

// Asks for a node's, client's, device's or metadata's changes. If it was asked for them before, it
// tells all of it anew.
int audiosession_pipewire_watch(
  struct audiosession_pipewire *connection, uint32_t id, enum audiosession_pipewire_kind kind);

// Returns the sequence number with which `synced` will be called.
int audiosession_pipewire_sync(struct audiosession_pipewire *connection);

// These three want a node that is watched; it is dealt with by the server later.
int audiosession_pipewire_set_soft_volumes(
  struct audiosession_pipewire *connection, uint32_t id, const float *volumes, uint32_t count,
  bool is_muted);
int audiosession_pipewire_pause(struct audiosession_pipewire *connection, uint32_t id);
int audiosession_pipewire_start(struct audiosession_pipewire *connection, uint32_t id);

// Sets a value of a watched metadata object, or with NULL takes it away.
int audiosession_pipewire_set_metadata(
  struct audiosession_pipewire *connection, uint32_t id, uint32_t subject, const char *key,
  const char *value);

// Begins to call `peak` for a playing node, by its id and `object.serial`, if it isn't called yet.
int audiosession_pipewire_listen(
  struct audiosession_pipewire *connection, uint32_t id, uint64_t serial);
// Ceases to call `peak` for a node.
void audiosession_pipewire_ignore(struct audiosession_pipewire *connection, uint32_t id);
