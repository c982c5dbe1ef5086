// The connection to the server, and what it can be asked for.
#ifdef AUDIOSESSION_PIPEWIRE

#include "objects.h"

#include <errno.h>
#include <spa/node/command.h>
#include <spa/param/props.h>
#include <spa/pod/builder.h>
#include <stdlib.h>
#include <string.h>

bool audiosession_pipewire_is_built_in(void) { return true; }

static void on_global(
  void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version,
  const struct spa_dict *properties) {
  static const struct spa_dict nothing = SPA_DICT_INIT(NULL, 0);
  const struct audiosession_pipewire *connection = data;
  int kind = audiosession_pipewire_kind_of(type);
  if (kind < 0) return;
  connection->listener.added(
    connection->listener_context, id, (enum audiosession_pipewire_kind)kind,
    (const struct audiosession_pipewire_properties *)(properties != NULL ? properties : &nothing));
}

static void on_global_remove(void *data, uint32_t id) {
  struct audiosession_pipewire *connection = data;
  struct object *object = audiosession_pipewire_find(connection, id);
  // Its id may be given again before the server has said that it has dropped the proxy.
  if (object != NULL) object->id = SPA_ID_INVALID;
  connection->listener.removed(connection->listener_context, id);
}

static const struct pw_registry_events registry_events = {
  .version = PW_VERSION_REGISTRY_EVENTS,
  .global = on_global,
  .global_remove = on_global_remove,
};

static void on_core_done(void *data, uint32_t id, int sequence) {
  const struct audiosession_pipewire *connection = data;
  if (id == PW_ID_CORE) connection->listener.synced(connection->listener_context, sequence);
}

// Errors of single objects are races with their removal, which is told anyway.
static void on_core_error(
  void *data, uint32_t id, int sequence, int result, const char *message) {
  const struct audiosession_pipewire *connection = data;
  if (id == PW_ID_CORE && result == -EPIPE)
    connection->listener.lost(connection->listener_context);
}

static const struct pw_core_events core_events = {
  .version = PW_VERSION_CORE_EVENTS,
  .done = on_core_done,
  .error = on_core_error,
};

static const struct pw_core_events meter_core_events = {
  .version = PW_VERSION_CORE_EVENTS,
  .error = on_core_error,
};

static struct pw_core *new_core(struct audiosession_pipewire *connection) {
  struct pw_properties *place = connection->remote != NULL
    ? pw_properties_new(PW_KEY_REMOTE_NAME, connection->remote, NULL) : NULL;
  return pw_context_connect(connection->context, place, 0);
}

struct pw_core *audiosession_pipewire_meter_core(struct audiosession_pipewire *connection) {
  if (connection->meter_core != NULL) return connection->meter_core;
  connection->meter_core = new_core(connection);
  if (connection->meter_core != NULL)
    pw_core_add_listener(
      connection->meter_core, &connection->meter_core_hook, &meter_core_events, connection);
  return connection->meter_core;
}

static int connect_core(struct audiosession_pipewire *connection, const char *remote) {
  if (remote != NULL && (connection->remote = strdup(remote)) == NULL) return -errno;
  connection->main_loop = pw_main_loop_new(NULL);
  if (connection->main_loop == NULL) return -errno;
  struct pw_properties *properties = pw_properties_new(
    PW_KEY_APP_NAME, "audiosession-agent",
    // Others' streams are to be seen and handled; which of the two is heeded is up to the version.
    PW_KEY_REMOTE_INTENTION, "manager", PW_KEY_MEDIA_CATEGORY, "Manager", NULL);
  connection->context =
    pw_context_new(pw_main_loop_get_loop(connection->main_loop), properties, 0);
  if (connection->context == NULL) return -errno;
  connection->core = new_core(connection);
  if (connection->core == NULL) return -errno;
  pw_core_add_listener(
    connection->core, &connection->core_hook, &core_events, connection);
  connection->registry = pw_core_get_registry(connection->core, PW_VERSION_REGISTRY, 0);
  if (connection->registry == NULL) return -errno;
  pw_registry_add_listener(
    connection->registry, &connection->registry_hook, &registry_events, connection);
  return 0;
}

struct audiosession_pipewire *audiosession_pipewire_connect(
  const struct audiosession_pipewire_listener *listener, void *context, const char *remote) {
  pw_init(NULL, NULL);
  struct audiosession_pipewire *connection = calloc(1, sizeof *connection);
  if (connection == NULL) return NULL;
  connection->listener = *listener;
  connection->listener_context = context;
  spa_list_init(&connection->objects);
  spa_list_init(&connection->meters);
  int result = connect_core(connection, remote);
  if (result == 0) return connection;
  audiosession_pipewire_close(connection);
  errno = -result;
  return NULL;
}

void audiosession_pipewire_close(struct audiosession_pipewire *connection) {
  audiosession_pipewire_end_meters(connection);
  if (connection->meter_core != NULL) pw_core_disconnect(connection->meter_core);
  struct object *object;
  spa_list_consume(object, &connection->objects, link)
    audiosession_pipewire_forget(object);
  if (connection->registry != NULL) pw_proxy_destroy((struct pw_proxy *)connection->registry);
  if (connection->core != NULL) pw_core_disconnect(connection->core);
  if (connection->context != NULL) pw_context_destroy(connection->context);
  if (connection->main_loop != NULL) pw_main_loop_destroy(connection->main_loop);
  free(connection->remote);
  free(connection);
}

int audiosession_pipewire_descriptor(struct audiosession_pipewire *connection) {
  return pw_loop_get_fd(pw_main_loop_get_loop(connection->main_loop));
}

int audiosession_pipewire_dispatch(struct audiosession_pipewire *connection, int milliseconds) {
  struct pw_loop *loop = pw_main_loop_get_loop(connection->main_loop);
  pw_loop_enter(loop);
  int result = pw_loop_iterate(loop, milliseconds);
  pw_loop_leave(loop);
  return result;
}

int audiosession_pipewire_sync(struct audiosession_pipewire *connection) {
  return pw_core_sync(connection->core, PW_ID_CORE, 0);
}

static struct pw_node *find_node(struct audiosession_pipewire *connection, uint32_t id) {
  const struct object *object = audiosession_pipewire_find(connection, id);
  if (object == NULL || object->kind != audiosession_pipewire_node) return NULL;
  return (struct pw_node *)object->proxy;
}

int audiosession_pipewire_set_soft_volumes(
  struct audiosession_pipewire *connection, uint32_t id, const float *volumes, uint32_t count,
  bool is_muted) {
  struct pw_node *node = find_node(connection, id);
  if (node == NULL) return -ENOENT;
  if (count > audiosession_pipewire_channels) return -EINVAL;
  uint8_t room[256 + audiosession_pipewire_channels * sizeof *volumes];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
  const struct spa_pod *pod = spa_pod_builder_add_object(
    &builder, SPA_TYPE_OBJECT_Props, SPA_PARAM_Props, SPA_PROP_softMute, SPA_POD_Bool(is_muted),
    SPA_PROP_softVolumes, SPA_POD_Array(sizeof *volumes, SPA_TYPE_Float, count, volumes));
  return pw_node_set_param(node, SPA_PARAM_Props, 0, pod);
}

int audiosession_pipewire_pause(struct audiosession_pipewire *connection, uint32_t id) {
  struct pw_node *node = find_node(connection, id);
  if (node == NULL) return -ENOENT;
  return pw_node_send_command(node, &SPA_NODE_COMMAND_INIT(SPA_NODE_COMMAND_Pause));
}

int audiosession_pipewire_start(struct audiosession_pipewire *connection, uint32_t id) {
  struct pw_node *node = find_node(connection, id);
  if (node == NULL) return -ENOENT;
  return pw_node_send_command(node, &SPA_NODE_COMMAND_INIT(SPA_NODE_COMMAND_Start));
}

#endif
