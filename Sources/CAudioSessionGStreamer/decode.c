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

/// Whether a header says that the server sends parts of what it has.
static gboolean see_header(GQuark name, const GValue *value, gpointer pointer) {
  gint *sends_parts = pointer;
  if (g_ascii_strcasecmp(g_quark_to_string(name), "accept-ranges") != 0) return TRUE;
  if (!G_VALUE_HOLDS_STRING(value)) return FALSE;
  bool is_said = g_ascii_strcasecmp(g_value_get_string(value), "bytes") == 0;
  g_atomic_int_set(sends_parts, is_said);
  return FALSE;
}

/// Takes a server's answer, which comes before anything that it sends.
static void take_answer(GstEvent *event, gint *sends_parts) {
  const GstStructure *structure = gst_event_get_structure(event);
  if (structure == NULL || !gst_structure_has_name(structure, "http-headers")) return;
  const GValue *answer = gst_structure_get_value(structure, "response-headers");
  g_atomic_int_set(sends_parts, false);
  if (answer == NULL || !GST_VALUE_HOLDS_STRUCTURE(answer)) return;
  gst_structure_foreach(gst_value_get_structure(answer), see_header, sends_parts);
}

/// Denies that one can move in what a server doesn't say that it sends in parts.
///
/// Of one that says nothing souphttpsrc supposes that it does, and fails as soon as anything is sought:
/// Ogg's demultiplexer seeks the end at once.
static GstPadProbeReturn watch(GstPad *pad, GstPadProbeInfo *info, gpointer sends_parts) {
  if (info->type & GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM) {
    take_answer(GST_PAD_PROBE_INFO_EVENT(info), sends_parts);
    return GST_PAD_PROBE_OK;
  }
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY(info);
  if (GST_QUERY_TYPE(query) != GST_QUERY_SEEKING || g_atomic_int_get((gint *)sends_parts)) {
    return GST_PAD_PROBE_OK;
  }
  GstFormat format;
  gst_query_parse_seeking(query, &format, NULL, NULL, NULL);
  gst_query_set_seeking(query, format, FALSE, 0, -1);
  return GST_PAD_PROBE_HANDLED;
}

static void watch_source(GstElement *decoder, GstElement *source, gpointer pointer) {
  GstPad *pad = gst_element_get_static_pad(source, "src");
  if (pad == NULL) return;
  gint *sends_parts = g_new(gint, 1);
  // Whatever isn't a server's.
  *sends_parts = true;
  gst_pad_add_probe(
    pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM | GST_PAD_PROBE_TYPE_QUERY_UPSTREAM, watch,
    sends_parts, g_free);
  gst_object_unref(pad);
}

GstElement *media_decode(
  struct audiosession_media *media, const char *uri, GstElement *next,
  struct audiosession_media_error *error) {
  GstElement *decoder = media_add(media, "uridecodebin", error);
  if (decoder == NULL) return NULL;
  GstCaps *sounds = gst_caps_new_empty_simple("audio/x-raw");
  g_object_set(decoder, "uri", uri, "caps", sounds, "expose-all-streams", FALSE, NULL);
  gst_caps_unref(sounds);
  g_signal_connect(decoder, "source-setup", G_CALLBACK(watch_source), NULL);
  GstPad *pad = gst_element_get_static_pad(next, "sink");
  g_signal_connect_data(
    decoder, "pad-added", G_CALLBACK(link_sound), gst_object_ref(pad), forget, 0);
  g_signal_connect_data(
    decoder, "no-more-pads", G_CALLBACK(see_whether_linked), pad, forget, 0);
  return decoder;
}

#endif
