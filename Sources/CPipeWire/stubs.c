// The package without the trait PipeWire: there is never a connection.
#ifndef AUDIOSESSION_PIPEWIRE

#include "CPipeWire.h"

#include <errno.h>
#include <stddef.h>

bool audiosession_pipewire_is_built_in(void) { return false; }

struct audiosession_pipewire *audiosession_pipewire_connect(
  const struct audiosession_pipewire_listener *listener, void *context, const char *remote) {
  errno = ENOTSUP;
  return NULL;
}

// Nothing below is reached without a connection.
const char *audiosession_pipewire_property(
  const struct audiosession_pipewire_properties *properties, const char *key) {
  return NULL;
}
void audiosession_pipewire_close(struct audiosession_pipewire *connection) {}
int audiosession_pipewire_descriptor(struct audiosession_pipewire *connection) { return -ENOTSUP; }
int audiosession_pipewire_dispatch(struct audiosession_pipewire *connection, int milliseconds) {
  return -ENOTSUP;
}
int audiosession_pipewire_watch(
  struct audiosession_pipewire *connection, uint32_t id, enum audiosession_pipewire_kind kind) {
  return -ENOTSUP;
}
int audiosession_pipewire_sync(struct audiosession_pipewire *connection) { return -ENOTSUP; }
int audiosession_pipewire_set_soft_volumes(
  struct audiosession_pipewire *connection, uint32_t id, const float *volumes, uint32_t count,
  bool is_muted) {
  return -ENOTSUP;
}
int audiosession_pipewire_pause(struct audiosession_pipewire *connection, uint32_t id) {
  return -ENOTSUP;
}
int audiosession_pipewire_start(struct audiosession_pipewire *connection, uint32_t id) {
  return -ENOTSUP;
}
int audiosession_pipewire_set_metadata(
  struct audiosession_pipewire *connection, uint32_t id, uint32_t subject, const char *key,
  const char *value) {
  return -ENOTSUP;
}
int audiosession_pipewire_listen(
  struct audiosession_pipewire *connection, uint32_t id, uint64_t serial) {
  return -ENOTSUP;
}
void audiosession_pipewire_ignore(struct audiosession_pipewire *connection, uint32_t id) {}

#endif
