// Gains, on every sample on its way to the device: from the moment that they are ordered, which the
// elements of GStreamer know no way for.
#ifdef AUDIOSESSION_GSTREAMER

#include "media.h"

void media_samples_init(struct media_samples *samples) {
  g_mutex_init(&samples->lock);
  for (int index = 0; index < media_gain_count; index += 1) {
    samples->ramps[index] = (struct media_ramp){.current = 1, .target = 1};
    samples->ordered[index] = -1;
  }
}

void audiosession_media_set_gain(
  struct audiosession_media *media, enum audiosession_media_gain gain, double target,
  double seconds) {
  struct media_samples *samples = &media->samples;
  g_mutex_lock(&samples->lock);
  samples->ramps[gain].target = target;
  samples->ordered[gain] = seconds;
  if (seconds <= 0) samples->ramps[gain].current = target;
  if (gain == audiosession_media_gain_fade) {
    samples->is_fading = target == 0 && seconds > 0;
    samples->fade_began = GST_CLOCK_TIME_NONE;
  }
  g_mutex_unlock(&samples->lock);
}

void audiosession_media_set_pan(struct audiosession_media *media, double pan) {
  g_mutex_lock(&media->samples.lock);
  media->samples.pan = pan;
  g_mutex_unlock(&media->samples.lock);
}

/// Begins the ramps that were ordered.
static void begin(struct media_samples *samples, GstClockTime position) {
  for (int index = 0; index < media_gain_count; index += 1) {
    struct media_ramp *ramp = &samples->ramps[index];
    if (samples->ordered[index] < 0) continue;
    double frames = samples->ordered[index] * samples->rate;
    ramp->step = frames < 1 ? 0 : (ramp->target - ramp->current) / frames;
    if (ramp->step == 0) ramp->current = ramp->target;
    samples->ordered[index] = -1;
    if (index == audiosession_media_gain_fade) samples->fade_began = position;
  }
}

/// The gain of the next frame.
static double next(struct media_samples *samples) {
  double gain = 1;
  for (int index = 0; index < media_gain_count; index += 1) {
    struct media_ramp *ramp = &samples->ramps[index];
    if (ramp->step != 0) {
      ramp->current += ramp->step;
      bool is_there = ramp->step > 0 ? ramp->current >= ramp->target : ramp->current <= ramp->target;
      if (is_there) {
        ramp->current = ramp->target;
        ramp->step = 0;
      }
    }
    gain *= ramp->current;
  }
  return gain;
}

bool media_samples_change(
  struct media_samples *samples, float *values, size_t frames, GstClockTime position,
  GstClockTime *began) {
  g_mutex_lock(&samples->lock);
  begin(samples, position);
  samples->passed += frames;
  int channels = samples->channels;
  bool is_stereo = channels == 2;
  double left = is_stereo && samples->pan > 0 ? 1 - samples->pan : 1;
  double right = is_stereo && samples->pan < 0 ? 1 + samples->pan : 1;
  for (size_t frame = 0; frame < frames; frame += 1) {
    double gain = next(samples);
    float *value = values + frame * (size_t)channels;
    for (int channel = 0; channel < channels; channel += 1) value[channel] *= (float)gain;
    if (is_stereo) {
      value[0] *= (float)left;
      value[1] *= (float)right;
    }
  }
  struct media_ramp *fade = &samples->ramps[audiosession_media_gain_fade];
  bool has_faded = samples->is_fading && fade->current == 0 && fade->step == 0;
  if (has_faded) samples->is_fading = false;
  *began = samples->fade_began;
  g_mutex_unlock(&samples->lock);
  return has_faded;
}

/// Copies a list of decibels.
static int copy(const GstStructure *levels, const char *name, double *values) {
  const GValue *list = gst_structure_get_value(levels, name);
  if (list == NULL) return 0;
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  const GValueArray *array = g_value_get_boxed(list);
  int count = array == NULL ? 0 : MIN((int)array->n_values, (int)media_most_channels);
  for (int index = 0; index < count; index += 1) {
    values[index] = g_value_get_double(&array->values[index]);
  }
  G_GNUC_END_IGNORE_DEPRECATIONS
  return count;
}

void media_samples_measure(struct media_samples *samples, const GstStructure *levels) {
  g_mutex_lock(&samples->lock);
  copy(levels, "rms", samples->averages);
  samples->measured = copy(levels, "peak", samples->peaks);
  g_mutex_unlock(&samples->lock);
}

bool audiosession_media_levels(
  struct audiosession_media *media, int channel, double *average, double *peak) {
  struct media_samples *samples = &media->samples;
  g_mutex_lock(&samples->lock);
  bool is_measured = channel >= 0 && channel < samples->measured;
  if (is_measured) {
    *average = samples->averages[channel];
    *peak = samples->peaks[channel];
  }
  g_mutex_unlock(&samples->lock);
  return is_measured;
}

#endif
