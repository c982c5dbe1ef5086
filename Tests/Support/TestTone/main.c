// A program that plays a tone, or records a sink, natively on PipeWire, for tests that need to know
// what no player tells: how many frames it was asked for, and when each sample was heard.
//
// Usage: audiosession-test-tone play HERTZ AMPLITUDE [PROPERTY=VALUE]...
//        audiosession-test-tone record SINK FILE [PROPERTY=VALUE]...
//        audiosession-test-tone stamp FILE
// It ends with its standard input. Each change of the stream's state is a line on its output:
//   state NAME
// Commands on the standard input, one a line:
//   frames  answers `frames N`: all that were played or recorded so far
//   pause   stops the stream as its own user would, `resume` goes on
//   amplitude AMPLITUDE  plays on as loud as that
// A recording's file is made of packets: a struct packet, and its samples of the first channel.
// `stamp` makes such a file of two channels of floats on its input, from whatever recorder.

#define _GNU_SOURCE
#include <stdio.h>

#ifdef AUDIOSESSION_PIPEWIRE
#include <fcntl.h>
#include <math.h>
#include <pipewire/pipewire.h>
#include <spa/param/audio/format-utils.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { rate = 48000, channels = 2, most_frames = 8192 };

/// What precedes samples in a recording: when they came, on CLOCK_MONOTONIC, and how many they are.
struct packet {
  int64_t nanoseconds;
  int64_t frames;
};

struct program {
  struct pw_main_loop *loop;
  struct pw_stream *stream;
  double step, phase;
  _Atomic float amplitude;
  int file;
  atomic_ullong frames;
  char line[64];
  size_t used;
};

static void play(void *data) {
  struct program *program = data;
  struct pw_buffer *buffer = pw_stream_dequeue_buffer(program->stream);
  if (!buffer) return;
  struct spa_data *to = &buffer->buffer->datas[0];
  uint32_t frames = to->maxsize / (channels * sizeof(float));
  if (buffer->requested && buffer->requested < frames) frames = (uint32_t)buffer->requested;
  float *sample = to->data, amplitude = program->amplitude;
  if (!sample) frames = 0;
  for (uint32_t frame = 0; frame < frames; frame++) {
    for (int channel = 0; channel < channels; channel++)
      *sample++ = amplitude * (float)sin(program->phase);
    program->phase = fmod(program->phase + program->step, 2 * M_PI);
  }
  to->chunk->offset = 0;
  to->chunk->stride = channels * sizeof(float);
  to->chunk->size = frames * to->chunk->stride;
  pw_stream_queue_buffer(program->stream, buffer);
  program->frames += frames;
}

/// Notes frames that have just come.
static void note(int file, const float *samples, size_t frames) {
  float first[most_frames];
  for (size_t frame = 0; frame < frames; frame++) first[frame] = samples[frame * channels];
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  struct packet packet = {now.tv_sec * INT64_C(1000000000) + now.tv_nsec, (int64_t)frames};
  struct iovec parts[] = {{&packet, sizeof packet}, {first, frames * sizeof *first}};
  if (frames && writev(file, parts, 2) < 0) abort();
}

static void record(void *data) {
  struct program *program = data;
  struct pw_buffer *buffer = pw_stream_dequeue_buffer(program->stream);
  if (!buffer) return;
  struct spa_data *from = &buffer->buffer->datas[0];
  uint32_t frames = from->data ? from->chunk->size / (channels * sizeof(float)) : 0;
  if (frames > most_frames) frames = most_frames;
  note(program->file, SPA_PTROFF(from->data, from->chunk->offset, const float), frames);
  pw_stream_queue_buffer(program->stream, buffer);
  program->frames += frames;
}

static int stamp(int file) {
  static float samples[most_frames * channels];
  size_t used = 0;
  for (ssize_t count; (count = read(0, (char *)samples + used, sizeof samples - used)) > 0;) {
    used += count;
    size_t frames = used / (channels * sizeof(float)), taken = frames * channels * sizeof(float);
    note(file, samples, frames);
    used -= taken;
    memmove(samples, (char *)samples + taken, used);
  }
  return 0;
}

static int create(const char *path) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) perror(path), exit(1);
  return file;
}

static void state_changed(
  void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error
) {
  struct program *program = data;
  printf("state %s\n", pw_stream_state_as_string(state));
  if (state == PW_STREAM_STATE_ERROR) fprintf(stderr, "%s\n", error);
  bool is_lost = state == PW_STREAM_STATE_UNCONNECTED && old != PW_STREAM_STATE_UNCONNECTED;
  if (is_lost || state == PW_STREAM_STATE_ERROR) pw_main_loop_quit(program->loop);
}

static void obey(struct program *program, const char *command) {
  if (!strcmp(command, "frames")) printf("frames %llu\n", program->frames);
  float amplitude;
  if (sscanf(command, "amplitude %f", &amplitude) == 1) program->amplitude = amplitude;
  if (!strcmp(command, "pause")) pw_stream_set_active(program->stream, false);
  if (!strcmp(command, "resume")) pw_stream_set_active(program->stream, true);
}

static void read_commands(void *data, int descriptor, uint32_t mask) {
  struct program *program = data;
  size_t room = sizeof program->line - program->used;
  ssize_t count = read(descriptor, program->line + program->used, room);
  if (count <= 0) {
    pw_main_loop_quit(program->loop);
    return;
  }
  program->used += count;
  for (char *end; (end = memchr(program->line, '\n', program->used));) {
    *end = 0;
    obey(program, program->line);
    program->used -= end + 1 - program->line;
    memmove(program->line, end + 1, program->used);
  }
}

static const struct pw_stream_events player = {
  PW_VERSION_STREAM_EVENTS, .state_changed = state_changed, .process = play
};
static const struct pw_stream_events recorder = {
  PW_VERSION_STREAM_EVENTS, .state_changed = state_changed, .process = record
};

static int connect_stream(struct program *program, enum spa_direction direction) {
  uint8_t bytes[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
  struct spa_audio_info_raw format = {
    .format = SPA_AUDIO_FORMAT_F32,
    .rate = rate,
    .channels = channels,
    .position = {SPA_AUDIO_CHANNEL_FL, SPA_AUDIO_CHANNEL_FR},
  };
  const struct spa_pod *formats[] = {
    spa_format_audio_raw_build(&builder, SPA_PARAM_EnumFormat, &format)
  };
  enum pw_stream_flags flags =
    PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS | PW_STREAM_FLAG_RT_PROCESS;
  return pw_stream_connect(program->stream, direction, PW_ID_ANY, flags, formats, 1);
}

int main(int count, char *arguments[]) {
  if (count == 3 && !strcmp(arguments[1], "stamp")) return stamp(create(arguments[2]));
  bool records = count > 3 && !strcmp(arguments[1], "record");
  if (!records && !(count > 3 && !strcmp(arguments[1], "play"))) {
    fputs("usage: play HERTZ AMPLITUDE [...] | record SINK FILE [...] | stamp FILE\n", stderr);
    return 1;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  // As players do: in real time, so that a busy machine leaves no holes in what is measured.
  setenv("PIPEWIRE_CONFIG_NAME", "client-rt.conf", 0);
  pw_init(NULL, NULL);
  struct program program = {.loop = pw_main_loop_new(NULL), .file = -1};
  struct pw_properties *properties =
    pw_properties_new(PW_KEY_MEDIA_TYPE, "Audio", PW_KEY_NODE_LATENCY, "256/48000", NULL);
  pw_properties_set(properties, PW_KEY_MEDIA_CATEGORY, records ? "Capture" : "Playback");
  if (records) {
    pw_properties_set(properties, PW_KEY_TARGET_OBJECT, arguments[2]);
    pw_properties_set(properties, PW_KEY_STREAM_CAPTURE_SINK, "true");
    program.file = create(arguments[3]);
  } else {
    program.step = 2 * M_PI * atof(arguments[2]) / rate;
    program.amplitude = (float)atof(arguments[3]);
  }
  for (int index = 4; index < count; index++) {
    char *value = strchr(arguments[index], '=');
    if (!value) return fprintf(stderr, "%s isn't PROPERTY=VALUE\n", arguments[index]), 1;
    *value++ = 0;
    pw_properties_set(properties, arguments[index], value);
  }
  struct pw_loop *loop = pw_main_loop_get_loop(program.loop);
  const struct pw_stream_events *events = records ? &recorder : &player;
  program.stream =
    pw_stream_new_simple(loop, "tone", properties, events, &program);
  int result = connect_stream(&program, records ? PW_DIRECTION_INPUT : PW_DIRECTION_OUTPUT);
  if (result < 0) return fprintf(stderr, "%s\n", strerror(-result)), 1;
  pw_loop_add_io(loop, STDIN_FILENO, SPA_IO_IN | SPA_IO_HUP, false, read_commands, &program);
  pw_main_loop_run(program.loop);
  pw_stream_destroy(program.stream);
  pw_main_loop_destroy(program.loop);
  pw_deinit();
  return 0;
}

#else

int main(void) {
  fprintf(stderr, "built without the trait PipeWire\n");
  return 1;
}

#endif
