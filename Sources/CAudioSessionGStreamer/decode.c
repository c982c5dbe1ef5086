// The decoder of a file or a stream.
#ifdef AUDIOSESSION_GSTREAMER

#include "media.h"

/// Links what a decoder found, unless something is linked already.
static void link_sound(GstElement *decoder, GstPad *pad, gpointer pointer) {
  GstPad *next = pointer;
  if (!gst_pad_is_linked(next)) gst_pad_link(pad, next);
}

static void forget(gpointer pad, GClosure *closure) { gst_object_unref(pad); }

/// Says so if a decoder found no sound.
static void see_whether_linked(GstElement *decoder, gpointer pointer) {
  GstPad *next = pointer;
  if (gst_pad_is_linked(next)) return;
  GST_ELEMENT_ERROR(decoder, STREAM, TYPE_NOT_FOUND, ("there is no sound in it"), (NULL));
}

GstElement *media_decode(
  struct audiosession_media *media, const char *uri, GstElement *next,
  struct audiosession_media_error *error) {
  GstElement *decoder = media_add(media, "uridecodebin", error);
  if (decoder == NULL) return NULL;
  GstCaps *sounds = gst_caps_new_empty_simple("audio/x-raw");
  g_object_set(decoder, "uri", uri, "caps", sounds, "expose-all-streams", FALSE, NULL);
  gst_caps_unref(sounds);
  GstPad *pad = gst_element_get_static_pad(next, "sink");
  g_signal_connect_data(
    decoder, "pad-added", G_CALLBACK(link_sound), gst_object_ref(pad), forget, 0);
  g_signal_connect_data(
    decoder, "no-more-pads", G_CALLBACK(see_whether_linked), pad, forget, 0);
  return decoder;
}

#endif
