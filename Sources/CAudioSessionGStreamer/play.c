// A file or a stream that is played.
#ifdef AUDIOSESSION_GSTREAMER

#include "media.h"

/// Everything between the decoder and the device.
static bool build(
  struct audiosession_media *media, const char *uri, int channels,
  struct audiosession_media_error *error) {
  static const char *const names[] = {
    "audioconvert", "scaletempo", "audioconvert", "audioresample", "level", "capsfilter",
  };
  GstElement *elements[G_N_ELEMENTS(names)];
  for (size_t index = 0; index < G_N_ELEMENTS(names); index += 1) {
    elements[index] = media_add(media, names[index], error);
    if (elements[index] == NULL) return false;
    if (index > 0) gst_element_link(elements[index - 1], elements[index]);
  }
  g_object_set(elements[4], "interval", 50 * GST_MSECOND, NULL);
  GstCaps *caps = gst_caps_new_simple(
    "audio/x-raw", "format", G_TYPE_STRING, "F32LE", "layout", G_TYPE_STRING, "interleaved", NULL);
  if (channels <= 2) gst_caps_set_simple(caps, "channels", G_TYPE_INT, 2, NULL);
  g_object_set(elements[5], "caps", caps, NULL);
  gst_caps_unref(caps);
  if (!gst_element_link(elements[5], media->device)) {
    media_fail(error, audiosession_media_fault_device, "the device doesn't take 32-bit samples");
    return false;
  }
  GstPad *pad = gst_element_get_static_pad(media->device, "sink");
  media_change_samples(media, pad);
  gst_object_unref(pad);
  return media_decode(media, uri, elements[0], error) != NULL;
}

struct audiosession_media *audiosession_media_play(
  const char *uri, const struct audiosession_media_stream *stream, int channels,
  audiosession_media_handler handler, void *context, void (*release)(void *context),
  struct audiosession_media_error *error) {
  if (!media_start_gstreamer(error)) {
    release(context);
    return NULL;
  }
  struct audiosession_media *media = media_new(handler, context, release);
  media->device = media_open_device(GST_ELEMENT_FACTORY_TYPE_SINK, stream);
  bool is_open = media->device != NULL;
  if (is_open) {
    gst_bin_add(GST_BIN(media->pipeline), media->device);
    is_open = build(media, uri, channels, error);
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
