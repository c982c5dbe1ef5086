// The package without the trait Players: nothing can be inspected or opened.
#ifndef AUDIOSESSION_GSTREAMER

#include "CAudioSessionGStreamer.h"

#include <stddef.h>

static const struct audiosession_media_error missing = {
  .fault = audiosession_media_fault_other,
  .text = "the package was built without the trait Players, which needs GStreamer",
};

bool audiosession_media_is_built_in(void) { return false; }

bool audiosession_media_inspect(
  const char *uri, int milliseconds, struct audiosession_media_information *information,
  struct audiosession_media_error *error) {
  *error = missing;
  return false;
}

struct audiosession_media *audiosession_media_play(
  const char *uri, const struct audiosession_media_stream *stream, int channels,
  audiosession_media_handler handler, void *context, void (*release)(void *context),
  struct audiosession_media_error *error) {
  release(context);
  *error = missing;
  return NULL;
}

struct audiosession_media *audiosession_media_record(
  const struct audiosession_media_recording *recording,
  const struct audiosession_media_stream *stream, audiosession_media_handler handler, void *context,
  void (*release)(void *context), struct audiosession_media_error *error) {
  release(context);
  *error = missing;
  return NULL;
}

// Nothing below is reached without a pipeline.
bool audiosession_media_open(
  struct audiosession_media *media, struct audiosession_media_error *error) {
  *error = missing;
  return false;
}
void audiosession_media_rest(struct audiosession_media *media) {}
void audiosession_media_start(struct audiosession_media *media) {}
void audiosession_media_pause(struct audiosession_media *media) {}
bool audiosession_media_seek(
  struct audiosession_media *media, int64_t position, double rate, bool repeats) {
  return false;
}
bool audiosession_media_repeat(struct audiosession_media *media, int64_t position, bool repeats) {
  return false;
}
void audiosession_media_finish(struct audiosession_media *media) {}
void audiosession_media_close(struct audiosession_media *media) {}
int64_t audiosession_media_position(struct audiosession_media *media) { return -1; }
void audiosession_media_set_gain(
  struct audiosession_media *media, enum audiosession_media_gain gain, double target,
  double seconds) {}
void audiosession_media_set_pan(struct audiosession_media *media, double pan) {}
bool audiosession_media_levels(
  struct audiosession_media *media, int channel, double *average, double *peak) {
  return false;
}

#endif
