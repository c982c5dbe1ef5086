// A program that shows PipeWire a card with a loudspeaker and a jack, for tests of what becomes of
// the route when something is plugged in or pulled out.
//
// Usage: audiosession-test-card NAME
// The card and its sink, both called NAME, end with the program, as if they were pulled out, and the
// program ends with its standard input. It says `ready` once both are there.
// Commands on the standard input, one a line:
//   plug    fills the jack and goes over to it, `unplug` empties it and goes back to the loudspeaker

#define _GNU_SOURCE
#include <stdio.h>

#ifdef AUDIOSESSION_PIPEWIRE
#include <pipewire/pipewire.h>
#include <spa/monitor/device.h>
#include <spa/monitor/utils.h>
#include <spa/param/param.h>
#include <spa/param/route.h>
#include <spa/pod/builder.h>
#include <spa/pod/filter.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { speaker, headphones, port_count };
enum { enum_route, route, parameter_count };

struct program {
  struct pw_main_loop *loop;
  struct pw_core *core;
  const char *name;
  struct spa_device device;
  struct spa_hook_list hooks;
  struct spa_param_info parameters[parameter_count];
  struct spa_hook card_hook, sink_hook;
  struct pw_proxy *card, *sink;
  bool is_plugged;
};

static void emit_information(struct program *program, uint64_t mask) {
  struct spa_dict_item items[] = {
    SPA_DICT_ITEM_INIT("device.name", program->name),
    SPA_DICT_ITEM_INIT("media.class", "Audio/Device"),
  };
  struct spa_dict properties = SPA_DICT_INIT_ARRAY(items);
  struct spa_device_info information = SPA_DEVICE_INFO_INIT();
  information.change_mask = mask;
  information.props = &properties;
  information.params = program->parameters;
  information.n_params = parameter_count;
  spa_device_emit_info(&program->hooks, &information);
}

static int add_listener(
  void *data, struct spa_hook *listener, const struct spa_device_events *events, void *context) {
  struct program *program = data;
  struct spa_hook_list saved;
  spa_hook_list_isolate(&program->hooks, &saved, listener, events, context);
  emit_information(program, SPA_DEVICE_CHANGE_MASK_PROPS | SPA_DEVICE_CHANGE_MASK_PARAMS);
  spa_hook_list_join(&program->hooks, &saved);
  return 0;
}

static int synchronize(void *data, int sequence) {
  struct program *program = data;
  spa_device_emit_result(&program->hooks, sequence, 0, 0, NULL);
  return 0;
}

/// As ALSA's cards do it, the loudspeaker counts as absent while the jack is filled.
static struct spa_pod *build(
  const struct program *program, struct spa_pod_builder *builder, uint32_t parameter, int port) {
  bool is_jack = port == headphones;
  bool is_active = is_jack == program->is_plugged;
  struct spa_pod_frame frames[2];
  spa_pod_builder_push_object(builder, &frames[0], SPA_TYPE_OBJECT_ParamRoute, parameter);
  spa_pod_builder_add(
    builder, SPA_PARAM_ROUTE_index, SPA_POD_Int(port), SPA_PARAM_ROUTE_direction,
    SPA_POD_Id(SPA_DIRECTION_OUTPUT), SPA_PARAM_ROUTE_name,
    SPA_POD_String(is_jack ? "headphones" : "speaker"), SPA_PARAM_ROUTE_available,
    SPA_POD_Id(
      !is_active ? SPA_PARAM_AVAILABILITY_no
      : is_jack ? SPA_PARAM_AVAILABILITY_yes : SPA_PARAM_AVAILABILITY_unknown), 0);
  if (parameter == SPA_PARAM_Route)
    spa_pod_builder_add(builder, SPA_PARAM_ROUTE_device, SPA_POD_Int(0), 0);
  spa_pod_builder_prop(builder, SPA_PARAM_ROUTE_info, 0);
  spa_pod_builder_push_struct(builder, &frames[1]);
  spa_pod_builder_int(builder, 1);
  spa_pod_builder_string(builder, "port.type");
  spa_pod_builder_string(builder, is_jack ? "headphones" : "speaker");
  spa_pod_builder_pop(builder, &frames[1]);
  return spa_pod_builder_pop(builder, &frames[0]);
}

static int enumerate(
  void *data, int sequence, uint32_t parameter, uint32_t start, uint32_t count,
  const struct spa_pod *filter) {
  struct program *program = data;
  if (parameter != SPA_PARAM_EnumRoute && parameter != SPA_PARAM_Route) return -ENOENT;
  struct spa_result_device_params result = {.id = parameter, .next = start};
  for (uint32_t told = 0; result.next < port_count && told < count;) {
    result.index = result.next++;
    if (parameter == SPA_PARAM_Route && (result.index == headphones) != program->is_plugged) continue;
    uint8_t room[2048];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
    struct spa_pod *pod = build(program, &builder, parameter, (int)result.index);
    uint8_t filtered[2048];
    struct spa_pod_builder other = SPA_POD_BUILDER_INIT(filtered, sizeof filtered);
    if (spa_pod_filter(&other, &result.param, pod, filter) < 0) continue;
    spa_device_emit_result(
      &program->hooks, sequence, 0, SPA_RESULT_TYPE_DEVICE_PARAMS, &result);
    told++;
  }
  return 0;
}

static const struct spa_device_methods methods = {
  SPA_VERSION_DEVICE_METHODS,
  .add_listener = add_listener,
  .sync = synchronize,
  .enum_params = enumerate,
};

static void on_sink(void *data, uint32_t id) {
  puts("ready");
}

static const struct pw_proxy_events sink_events = {
  .version = PW_VERSION_PROXY_EVENTS,
  .bound = on_sink,
};

static void on_card(void *data, uint32_t id) {
  struct program *program = data;
  struct pw_properties *properties = pw_properties_new(
    "factory.name", "support.null-audio-sink", "node.name", program->name, "media.class",
    "Audio/Sink", "audio.position", "FL,FR", "card.profile.device", "0", "priority.session", "3000",
    NULL);
  pw_properties_setf(properties, "device.id", "%u", id);
  program->sink = pw_core_create_object(
    program->core, "adapter", PW_TYPE_INTERFACE_Node, PW_VERSION_NODE, &properties->dict, 0);
  pw_properties_free(properties);
  pw_proxy_add_listener(program->sink, &program->sink_hook, &sink_events, program);
}

static const struct pw_proxy_events card_events = {
  .version = PW_VERSION_PROXY_EVENTS,
  .bound = on_card,
};

static void set_plugged(struct program *program, bool is_plugged) {
  program->is_plugged = is_plugged;
  for (int index = 0; index < parameter_count; index++)
    program->parameters[index].flags ^= SPA_PARAM_INFO_SERIAL;
  emit_information(program, SPA_DEVICE_CHANGE_MASK_PARAMS);
}

static void on_input(void *data, int descriptor, uint32_t mask) {
  struct program *program = data;
  char line[64];
  ssize_t count = read(descriptor, line, sizeof line - 1);
  if (count <= 0) {
    pw_main_loop_quit(program->loop);
    return;
  }
  line[count] = 0;
  set_plugged(program, strcmp(line, "plug\n") == 0);
}

int main(int argc, char **argv) {
  if (argc != 2) return 1;
  setvbuf(stdout, NULL, _IOLBF, 0);
  pw_init(NULL, NULL);
  struct program program = {.name = argv[1]};
  program.parameters[enum_route] = SPA_PARAM_INFO(SPA_PARAM_EnumRoute, SPA_PARAM_INFO_READ);
  program.parameters[route] = SPA_PARAM_INFO(SPA_PARAM_Route, SPA_PARAM_INFO_READ);
  program.device.iface = SPA_INTERFACE_INIT(
    SPA_TYPE_INTERFACE_Device, SPA_VERSION_DEVICE, &methods, &program);
  spa_hook_list_init(&program.hooks);
  program.loop = pw_main_loop_new(NULL);
  struct pw_loop *loop = pw_main_loop_get_loop(program.loop);
  struct pw_context *context = pw_context_new(loop, NULL, 0);
  program.core = pw_context_connect(context, NULL, 0);
  if (!program.core) return 1;
  struct spa_dict_item items[] = {
    SPA_DICT_ITEM_INIT("device.name", program.name),
    SPA_DICT_ITEM_INIT("media.class", "Audio/Device"),
  };
  struct spa_dict properties = SPA_DICT_INIT_ARRAY(items);
  program.card =
    pw_core_export(program.core, SPA_TYPE_INTERFACE_Device, &properties, &program.device, 0);
  if (!program.card) return 1;
  pw_proxy_add_listener(program.card, &program.card_hook, &card_events, &program);
  pw_loop_add_io(loop, STDIN_FILENO, SPA_IO_IN | SPA_IO_HUP, false, on_input, &program);
  pw_main_loop_run(program.loop);
  return 0;
}
#else
int main(void) {
  fputs("built without PipeWire\n", stderr);
  return 1;
}
#endif
