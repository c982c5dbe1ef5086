// Meters: streams of ours that listen to others'. What they hear is measured in the thread of the
// real time, and told in that of the connection.
#ifdef AUDIOSESSION_PIPEWIRE

#include "objects.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <spa/param/audio/format-utils.h>
#include <stdatomic.h>
#include <stdlib.h>

// A level is told when it differs by about 1.5 dB, and otherwise four times a second: nobody is
// awakened for silence.
enum { steps_of_octave = 4, frames_between_news = 12000 };

struct meter {
  struct spa_list link;
  struct audiosession_pipewire *connection;
  // The node that it listens to.
  uint32_t id;
  struct pw_stream *stream;
  struct spa_hook hook;
  struct spa_source *news;
  // The highest that wasn't told yet.
  _Atomic float peak;
  // Of the thread of the real time: the level that was told last, and how long ago.
  int step;
  uint32_t frames;
};

static float peak_of(const struct spa_data *data, uint32_t *frames) {
  if (data->data == NULL) return 0;
  uint32_t offset = SPA_MIN(data->chunk->offset, data->maxsize);
  uint32_t size = SPA_MIN(data->chunk->size, data->maxsize - offset);
  const float *samples = SPA_PTROFF(data->data, offset, const float);
  uint32_t count = size / sizeof *samples;
  float peak = 0;
  for (uint32_t index = 0; index < count; index += 1) peak = fmaxf(peak, fabsf(samples[index]));
  *frames += count;
  return peak;
}

static int step_of(float peak) {
  // −120 dB is as good as silence.
  return peak > 1e-6f ? (int)floorf(log2f(peak) * steps_of_octave) : INT_MIN;
}

// In the thread of the real time.
static void on_process(void *context) {
  struct meter *meter = context;
  float peak = 0;
  struct pw_buffer *buffer;
  while ((buffer = pw_stream_dequeue_buffer(meter->stream)) != NULL) {
    peak = fmaxf(peak, peak_of(&buffer->buffer->datas[0], &meter->frames));
    pw_stream_queue_buffer(meter->stream, buffer);
  }
  int step = step_of(peak);
  if (step == meter->step && meter->frames < frames_between_news) return;
  meter->step = step;
  meter->frames = 0;
  float untold = atomic_load(&meter->peak);
  while (untold < peak && !atomic_compare_exchange_weak(&meter->peak, &untold, peak)) {}
  pw_loop_signal_event(pw_main_loop_get_loop(meter->connection->main_loop), meter->news);
}

static void on_news(void *context, uint64_t count) {
  struct meter *meter = context;
  const struct audiosession_pipewire *connection = meter->connection;
  connection->listener.peak(
    connection->listener_context, meter->id, atomic_exchange(&meter->peak, 0));
}

static void on_state(
  void *context, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
  const struct meter *meter = context;
  if (state != PW_STREAM_STATE_ERROR && state != PW_STREAM_STATE_UNCONNECTED) return;
  const struct audiosession_pipewire *connection = meter->connection;
  connection->listener.deaf(connection->listener_context, meter->id);
}

static const struct pw_stream_events stream_events = {
  .version = PW_VERSION_STREAM_EVENTS,
  .state_changed = on_state,
  .process = on_process,
};

static struct meter *find(struct audiosession_pipewire *connection, uint32_t id) {
  struct meter *meter;
  spa_list_for_each(meter, &connection->meters, link) {
    if (meter->id == id) return meter;
  }
  return NULL;
}

static void end(struct meter *meter) {
  spa_list_remove(&meter->link);
  if (meter->stream != NULL) {
    // Its end isn't told.
    spa_hook_remove(&meter->hook);
    pw_stream_destroy(meter->stream);
  }
  if (meter->news != NULL)
    pw_loop_destroy_source(pw_main_loop_get_loop(meter->connection->main_loop), meter->news);
  free(meter);
}

static struct pw_properties *properties_for(uint64_t serial) {
  struct pw_properties *properties = pw_properties_new(
    // Neither shown as a recording nor keeping awake what it listens to.
    PW_KEY_MEDIA_CLASS, "Stream/Input/Audio/Internal", PW_KEY_STREAM_MONITOR, "true",
    PW_KEY_NODE_PASSIVE, "true", PW_KEY_NODE_NAME, "audiosession-agent-meter",
    // Without the stream that it is for, it must not listen to anything else.
    PW_KEY_NODE_DONT_RECONNECT, "true", "node.dont-fallback", "true", "node.dont-move", "true",
    // Nothing about it is worth remembering.
    "state.restore-props", "false", "state.restore-target", "false", NULL);
  if (properties != NULL)
    pw_properties_setf(properties, PW_KEY_TARGET_OBJECT, "%" PRIu64, serial);
  return properties;
}

static int connect_meter(struct meter *meter) {
  uint8_t room[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
  // One channel, into which the server mixes all.
  struct spa_audio_info_raw format = {
    .format = SPA_AUDIO_FORMAT_F32, .channels = 1, .position = {SPA_AUDIO_CHANNEL_MONO}};
  const struct spa_pod *formats[] = {
    spa_format_audio_raw_build(&builder, SPA_PARAM_EnumFormat, &format)};
  enum pw_stream_flags flags = PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS |
    PW_STREAM_FLAG_DONT_RECONNECT | PW_STREAM_FLAG_RT_PROCESS;
  return pw_stream_connect(
    meter->stream, PW_DIRECTION_INPUT, PW_ID_ANY, flags, formats, SPA_N_ELEMENTS(formats));
}

int audiosession_pipewire_listen(
  struct audiosession_pipewire *connection, uint32_t id, uint64_t serial) {
  if (find(connection, id) != NULL) return 0;
  struct meter *meter = calloc(1, sizeof *meter);
  if (meter == NULL) return -ENOMEM;
  *meter = (struct meter){.connection = connection, .id = id, .frames = frames_between_news};
  spa_list_append(&connection->meters, &meter->link);
  int result;
  meter->news =
    pw_loop_add_event(pw_main_loop_get_loop(connection->main_loop), on_news, meter);
  if (meter->news == NULL) goto failed;
  struct pw_core *core = audiosession_pipewire_meter_core(connection);
  if (core == NULL) goto failed;
  meter->stream = pw_stream_new(core, "meter", properties_for(serial));
  if (meter->stream == NULL) goto failed;
  pw_stream_add_listener(meter->stream, &meter->hook, &stream_events, meter);
  result = connect_meter(meter);
  if (result < 0) end(meter);
  return result;
failed:
  result = -errno;
  end(meter);
  return result;
}

void audiosession_pipewire_ignore(struct audiosession_pipewire *connection, uint32_t id) {
  struct meter *meter = find(connection, id);
  if (meter != NULL) end(meter);
}

void audiosession_pipewire_end_meters(struct audiosession_pipewire *connection) {
  struct meter *meter;
  spa_list_consume(meter, &connection->meters, link) end(meter);
}

#endif
