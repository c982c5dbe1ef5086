// Objects of the server: those that are watched, and what they show.
#ifdef AUDIOSESSION_PIPEWIRE

#include "objects.h"

#include <assert.h>
#include <errno.h>
#include <pipewire/extensions/metadata.h>
#include <spa/param/props.h>
#include <spa/param/route.h>
#include <spa/pod/iter.h>
#include <spa/pod/parser.h>
#include <spa/utils/string.h>
#include <stdlib.h>

static_assert((int)audiosession_pipewire_error == (int)PW_NODE_STATE_ERROR, "error");
static_assert((int)audiosession_pipewire_creating == (int)PW_NODE_STATE_CREATING, "creating");
static_assert((int)audiosession_pipewire_suspended == (int)PW_NODE_STATE_SUSPENDED, "suspended");
static_assert((int)audiosession_pipewire_idle == (int)PW_NODE_STATE_IDLE, "idle");
static_assert((int)audiosession_pipewire_running == (int)PW_NODE_STATE_RUNNING, "running");

static const struct {
  const char *type;
  uint32_t version;
} interfaces[] = {
  [audiosession_pipewire_node] = {PW_TYPE_INTERFACE_Node, PW_VERSION_NODE},
  [audiosession_pipewire_client] = {PW_TYPE_INTERFACE_Client, PW_VERSION_CLIENT},
  [audiosession_pipewire_device] = {PW_TYPE_INTERFACE_Device, PW_VERSION_DEVICE},
  [audiosession_pipewire_link] = {PW_TYPE_INTERFACE_Link, PW_VERSION_LINK},
  [audiosession_pipewire_metadata] = {PW_TYPE_INTERFACE_Metadata, PW_VERSION_METADATA},
};

int audiosession_pipewire_kind_of(const char *type) {
  for (size_t kind = 0; kind < SPA_N_ELEMENTS(interfaces); kind += 1) {
    if (spa_streq(type, interfaces[kind].type)) return (int)kind;
  }
  return -1;
}

const char *audiosession_pipewire_property(
  const struct audiosession_pipewire_properties *properties, const char *key) {
  return spa_dict_lookup((const struct spa_dict *)properties, key);
}

static void told_properties(struct object *object, const struct spa_dict *properties) {
  const struct audiosession_pipewire *connection = object->connection;
  if (properties == NULL) return;
  connection->listener.properties(
    connection->listener_context, object->id,
    (const struct audiosession_pipewire_properties *)properties);
}

static void on_node_info(void *data, const struct pw_node_info *info) {
  struct object *object = data;
  const struct audiosession_pipewire *connection = object->connection;
  if (info->change_mask & PW_NODE_CHANGE_MASK_PROPS) told_properties(object, info->props);
  if (info->change_mask & PW_NODE_CHANGE_MASK_STATE)
    connection->listener.state(
      connection->listener_context, object->id, (enum audiosession_pipewire_state)info->state);
}

static void on_node_param(
  void *data, int sequence, uint32_t parameter, uint32_t index, uint32_t next,
  const struct spa_pod *pod) {
  const struct object *object = data;
  const struct audiosession_pipewire *connection = object->connection;
  if (parameter != SPA_PARAM_Props || pod == NULL || !spa_pod_is_object(pod)) return;
  float channels[audiosession_pipewire_channels], soft[audiosession_pipewire_channels];
  struct audiosession_pipewire_volumes volumes = {.channels = channels, .soft = soft};
  const struct spa_pod_prop *property;
  SPA_POD_OBJECT_FOREACH((const struct spa_pod_object *)pod, property) {
    switch (property->key) {
      case SPA_PROP_channelVolumes:
        volumes.channel_count = spa_pod_copy_array(
          &property->value, SPA_TYPE_Float, channels, audiosession_pipewire_channels);
        break;
      case SPA_PROP_softVolumes:
        volumes.soft_count = spa_pod_copy_array(
          &property->value, SPA_TYPE_Float, soft, audiosession_pipewire_channels);
        break;
      case SPA_PROP_mute: spa_pod_get_bool(&property->value, &volumes.is_muted); break;
      case SPA_PROP_latencyOffsetNsec:
        spa_pod_get_long(&property->value, &volumes.latency_offset);
        break;
      case SPA_PROP_softMute: spa_pod_get_bool(&property->value, &volumes.is_soft_muted); break;
    }
  }
  connection->listener.volumes(connection->listener_context, object->id, &volumes);
}

static const struct pw_node_events node_events = {
  .version = PW_VERSION_NODE_EVENTS,
  .info = on_node_info,
  .param = on_node_param,
};

static void on_client_info(void *data, const struct pw_client_info *info) {
  if (info->change_mask & PW_CLIENT_CHANGE_MASK_PROPS) told_properties(data, info->props);
}

static const struct pw_client_events client_events = {
  .version = PW_VERSION_CLIENT_EVENTS,
  .info = on_client_info,
};

static void ask_for(
  struct object *object, const struct pw_device_info *info, uint32_t parameter) {
  for (uint32_t index = 0; index < info->n_params; index += 1) {
    if (info->params[index].id != parameter) continue;
    if (!(info->params[index].flags & SPA_PARAM_INFO_READ)) continue;
    pw_device_enum_params(
      (struct pw_device *)object->proxy, 0, parameter, 0, UINT32_MAX, NULL);
  }
}

// Of a device that another client exports, as the session manager does, subscribers aren't told what
// has changed of its parameters: they are asked for anew. All ports come first: where another route
// is active, it is known already what has become of the former one's port.
static void ask_for_routes(struct object *object, const struct pw_device_info *info) {
  ask_for(object, info, SPA_PARAM_EnumRoute);
  ask_for(object, info, SPA_PARAM_Route);
}

static void on_device_info(void *data, const struct pw_device_info *info) {
  if (info->change_mask & PW_DEVICE_CHANGE_MASK_PARAMS) ask_for_routes(data, info);
  if (info->change_mask & PW_DEVICE_CHANGE_MASK_PROPS) told_properties(data, info->props);
}

// The information is a count and then as many pairs of a key and a value.
static const char *port_type(const struct spa_pod *information) {
  struct spa_pod_parser parser;
  struct spa_pod_frame frame;
  int32_t count;
  spa_pod_parser_pod(&parser, information);
  if (spa_pod_parser_push_struct(&parser, &frame) < 0) return NULL;
  if (spa_pod_parser_get_int(&parser, &count) < 0) return NULL;
  const char *key, *value;
  while (spa_pod_parser_get_string(&parser, &key) >= 0 &&
         spa_pod_parser_get_string(&parser, &value) >= 0) {
    if (spa_streq(key, "port.type")) return value;
  }
  return NULL;
}

static void read_mute(const struct spa_pod *pod, struct audiosession_pipewire_route *route) {
  if (!spa_pod_is_object(pod)) return;
  const struct spa_pod_prop *property =
    spa_pod_object_find_prop((const struct spa_pod_object *)pod, NULL, SPA_PROP_mute);
  if (property == NULL) return;
  spa_pod_get_bool(&property->value, &route->is_muted);
  route->has_hardware_mute = property->flags & SPA_POD_PROP_FLAG_HARDWARE;
}

static void on_device_param(
  void *data, int sequence, uint32_t parameter, uint32_t index, uint32_t next,
  const struct spa_pod *pod) {
  const struct object *object = data;
  const struct audiosession_pipewire *connection = object->connection;
  if (parameter != SPA_PARAM_EnumRoute && parameter != SPA_PARAM_Route) return;
  if (pod == NULL || !spa_pod_is_object(pod)) return;
  struct audiosession_pipewire_route route = {.device = -1};
  uint32_t available = SPA_PARAM_AVAILABILITY_unknown;
  const struct spa_pod_prop *property;
  SPA_POD_OBJECT_FOREACH((const struct spa_pod_object *)pod, property) {
    switch (property->key) {
      case SPA_PARAM_ROUTE_device: spa_pod_get_int(&property->value, &route.device); break;
      case SPA_PARAM_ROUTE_name: spa_pod_get_string(&property->value, &route.name); break;
      case SPA_PARAM_ROUTE_description:
        spa_pod_get_string(&property->value, &route.description);
        break;
      case SPA_PARAM_ROUTE_available: spa_pod_get_id(&property->value, &available); break;
      case SPA_PARAM_ROUTE_info: route.port_type = port_type(&property->value); break;
      case SPA_PARAM_ROUTE_props: read_mute(&property->value, &route); break;
    }
  }
  if (route.name != NULL)
    connection->listener.port(
      connection->listener_context, object->id, route.name,
      available == SPA_PARAM_AVAILABILITY_no);
  if (parameter == SPA_PARAM_Route)
    connection->listener.route(connection->listener_context, object->id, &route);
}

static const struct pw_device_events device_events = {
  .version = PW_VERSION_DEVICE_EVENTS,
  .info = on_device_info,
  .param = on_device_param,
};

static int on_metadata_property(
  void *data, uint32_t subject, const char *key, const char *type, const char *value) {
  const struct object *object = data;
  const struct audiosession_pipewire *connection = object->connection;
  connection->listener.value(
    connection->listener_context, object->id, subject, key, value);
  return 0;
}

static const struct pw_metadata_events metadata_events = {
  .version = PW_VERSION_METADATA_EVENTS,
  .property = on_metadata_property,
};

struct object *audiosession_pipewire_find(
  struct audiosession_pipewire *connection, uint32_t id) {
  struct object *object;
  spa_list_for_each(object, &connection->objects, link) {
    if (object->id == id) return object;
  }
  return NULL;
}

void audiosession_pipewire_forget(struct object *object) {
  spa_list_remove(&object->link);
  spa_hook_remove(&object->object_hook);
  spa_hook_remove(&object->proxy_hook);
  pw_proxy_destroy(object->proxy);
  free(object);
}

// The server has dropped its side: ours can go without a word to it.
static void on_proxy_removed(void *data) {
  audiosession_pipewire_forget(data);
}

static const struct pw_proxy_events proxy_events = {
  .version = PW_VERSION_PROXY_EVENTS,
  .removed = on_proxy_removed,
};

static void listen_to(struct object *object) {
  static const uint32_t properties[] = {SPA_PARAM_Props};
  void *proxy = object->proxy;
  pw_proxy_add_listener(object->proxy, &object->proxy_hook, &proxy_events, object);
  switch (object->kind) {
    case audiosession_pipewire_node:
      pw_node_add_listener((struct pw_node *)proxy, &object->object_hook, &node_events, object);
      pw_node_subscribe_params((struct pw_node *)proxy, (uint32_t *)properties, 1);
      break;
    case audiosession_pipewire_client:
      pw_client_add_listener(
        (struct pw_client *)proxy, &object->object_hook, &client_events, object);
      break;
    case audiosession_pipewire_device:
      pw_device_add_listener(
        (struct pw_device *)proxy, &object->object_hook, &device_events, object);
      break;
    case audiosession_pipewire_metadata:
      pw_metadata_add_listener(
        (struct pw_metadata *)proxy, &object->object_hook, &metadata_events, object);
      break;
    case audiosession_pipewire_link: break;
  }
}

int audiosession_pipewire_watch(
  struct audiosession_pipewire *connection, uint32_t id, enum audiosession_pipewire_kind kind) {
  struct object *object = calloc(1, sizeof *object);
  if (object == NULL) return -ENOMEM;
  *object = (struct object){.connection = connection, .id = id, .kind = kind};
  object->proxy = pw_registry_bind(
    connection->registry, id, interfaces[kind].type, interfaces[kind].version, 0);
  if (object->proxy == NULL) {
    int result = -errno;
    free(object);
    return result;
  }
  struct object *former = audiosession_pipewire_find(connection, id);
  if (former != NULL) audiosession_pipewire_forget(former);
  spa_list_append(&connection->objects, &object->link);
  listen_to(object);
  return 0;
}

int audiosession_pipewire_set_metadata(
  struct audiosession_pipewire *connection, uint32_t id, uint32_t subject, const char *key,
  const char *value) {
  struct object *object = audiosession_pipewire_find(connection, id);
  if (object == NULL || object->kind != audiosession_pipewire_metadata) return -ENOENT;
  return pw_metadata_set_property(
    (struct pw_metadata *)object->proxy, subject, key, value ? "Spa:String" : NULL, value);
}

#endif
