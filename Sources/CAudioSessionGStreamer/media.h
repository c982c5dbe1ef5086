// What the parts of a pipeline share.
#ifndef AUDIOSESSION_MEDIA_H
#define AUDIOSESSION_MEDIA_H

#include "CAudioSessionGStreamer.h"

#include <gst/gst.h>

/// Loads GStreamer once.
bool media_start_gstreamer(struct audiosession_media_error *error);
/// Sets an error.
void media_fail(
  struct audiosession_media_error *error, enum audiosession_media_fault fault, const char *text);
/// Takes the error of a message.
void media_take_error(GstMessage *message, struct audiosession_media_error *error);

/// The best device of a kind that can be opened, a floating reference; NULL if none can.
///
/// - type: `GST_ELEMENT_FACTORY_TYPE_SINK` or `…_SRC`.
GstElement *media_open_device(
  GstElementFactoryListType type, const struct audiosession_media_stream *stream);

/// A gain on its way.
struct media_ramp {
  double current, target, step;
};

enum { media_gain_count = 3, media_most_channels = 8 };

/// What happens to the samples on their way, under a lock.
struct media_samples {
  GMutex lock;
  struct media_ramp ramps[media_gain_count];
  /// Seconds that a ramp takes from the next buffer on; below 0: none was ordered.
  double ordered[media_gain_count];
  double pan;
  /// Where the fade that runs began.
  GstClockTime fade_began;
  bool is_fading;
  int rate, channels;
  /// How many frames have passed.
  guint64 passed;
  int measured;
  double averages[media_most_channels], peaks[media_most_channels];
};

void media_samples_init(struct media_samples *samples);
/// Changes the samples of a buffer.
///
/// - position: Where it is in the sound.
///
/// Returns whether the gain has reached 0 at the end of a fade, which began at `began`.
bool media_samples_change(
  struct media_samples *samples, float *values, size_t frames, GstClockTime position,
  GstClockTime *began);
/// Takes what the element `level` has measured.
void media_samples_measure(struct media_samples *samples, const GstStructure *levels);

struct audiosession_media {
  gatomicrefcount references;
  GstElement *pipeline, *device;
  struct media_samples samples;
  /// What the samples at the device belong to; of its thread only.
  GstSegment segment;
  double rate;
  /// A recording's place is how much has passed.
  bool is_recording;
  /// Whether it has, and why; under the lock of the samples.
  bool has_failed;
  struct audiosession_media_error error;
  audiosession_media_handler handler;
  void *context;
  void (*release)(void *context);
};

/// A pipeline without elements, whose messages go to the handler.
struct audiosession_media *media_new(
  audiosession_media_handler handler, void *context, void (*release)(void *context));
/// Has the samples that pass through a pad changed.
void media_change_samples(struct audiosession_media *media, GstPad *pad);
/// An element of a pipeline; NULL, with an error, if its plugin isn't installed.
GstElement *media_add(
  struct audiosession_media *media, const char *factory, struct audiosession_media_error *error);
/// A decoder of sounds alone, that goes on with an element; NULL, with an error, as above.
GstElement *media_decode(
  struct audiosession_media *media, const char *uri, GstElement *next,
  struct audiosession_media_error *error);

#endif
