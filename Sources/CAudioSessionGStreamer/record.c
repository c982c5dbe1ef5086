// What a source of sound gives, encoded and written to a file.
#ifdef AUDIOSESSION_GSTREAMER

#include "media.h"

static GstElement *make_filter(
  struct audiosession_media *media, const struct audiosession_media_recording *recording,
  struct audiosession_media_error *error) {
  GstElement *filter = media_add(media, "capsfilter", error);
  if (filter == NULL) return NULL;
  GstCaps *caps = gst_caps_new_simple(
    "audio/x-raw", "rate", G_TYPE_INT, recording->rate, "channels", G_TYPE_INT, recording->channels,
    "layout", G_TYPE_STRING, "interleaved", NULL);
  if (recording->format != NULL) {
    gst_caps_set_simple(caps, "format", G_TYPE_STRING, recording->format, NULL);
  }
  g_object_set(filter, "caps", caps, NULL);
  gst_caps_unref(caps);
  return filter;
}

static GstElement *make_encoder(
  struct audiosession_media *media, const char *description,
  struct audiosession_media_error *error) {
  GError *cause = NULL;
  GstElement *encoder = gst_parse_bin_from_description(description, TRUE, &cause);
  // A cause without failure is a warning.
  if (encoder == NULL || cause != NULL) {
    media_fail(
      error, audiosession_media_fault_format, cause == NULL ? description : cause->message);
    g_clear_error(&cause);
    if (encoder != NULL) gst_object_unref(gst_object_ref_sink(encoder));
    return NULL;
  }
  gst_bin_add(GST_BIN(media->pipeline), encoder);
  return encoder;
}

static bool build(
  struct audiosession_media *media, const struct audiosession_media_recording *recording,
  struct audiosession_media_error *error) {
  GstElement *converter = media_add(media, "audioconvert", error);
  GstElement *changed = media_add(media, "capsfilter", error);
  GstElement *resampler = media_add(media, "audioresample", error);
  GstElement *last = media_add(media, "audioconvert", error);
  GstElement *level = media_add(media, "level", error);
  GstElement *filter = make_filter(media, recording, error);
  GstElement *encoder = make_encoder(media, recording->encoding, error);
  GstElement *file = media_add(media, "filesink", error);
  if (!converter || !changed || !resampler || !last || !level || !filter || !encoder || !file) {
    return false;
  }
  GstCaps *caps = gst_caps_new_simple(
    "audio/x-raw", "format", G_TYPE_STRING, "F32LE", "layout", G_TYPE_STRING, "interleaved",
    // PipeWire's one channel of two is louder than either by 3 dB.
    "channels", G_TYPE_INT, MAX(2, recording->channels), NULL);
  g_object_set(changed, "caps", caps, NULL);
  gst_caps_unref(caps);
  g_object_set(level, "interval", 50 * GST_MSECOND, NULL);
  g_object_set(file, "location", recording->path, "sync", FALSE, "async", FALSE, NULL);
  // What isn't written dies with the process.
  gst_util_set_object_arg(G_OBJECT(file), "buffer-mode", "unbuffered");
  if (!gst_element_link_many(
        media->device, converter, changed, resampler, last, filter, level, encoder, file, NULL)) {
    media_fail(
      error, audiosession_media_fault_format, "the encoder doesn't take sound of this format");
    return false;
  }
  GstPad *pad = gst_element_get_static_pad(changed, "src");
  media_change_samples(media, pad);
  gst_object_unref(pad);
  return true;
}

struct audiosession_media *audiosession_media_record(
  const struct audiosession_media_recording *recording,
  const struct audiosession_media_stream *stream, audiosession_media_handler handler, void *context,
  void (*release)(void *context), struct audiosession_media_error *error) {
  if (!media_start_gstreamer(error)) {
    release(context);
    return NULL;
  }
  struct audiosession_media *media = media_new(handler, context, release);
  media->is_recording = true;
  media->device = media_open_device(GST_ELEMENT_FACTORY_TYPE_SRC, stream);
  bool is_open = media->device != NULL;
  if (is_open) {
    gst_bin_add(GST_BIN(media->pipeline), media->device);
    is_open = build(media, recording, error);
  } else {
    media_fail(error, audiosession_media_fault_device, "no sound server is there");
  }
  if (is_open) {
    gst_element_set_state(media->pipeline, GST_STATE_READY);
    return media;
  }
  audiosession_media_close(media);
  return NULL;
}

#endif
