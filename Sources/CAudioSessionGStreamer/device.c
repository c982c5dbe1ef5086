// The best of the sound servers that are there: what GStreamer ranks highest, as with `autoaudiosink`,
// but with the properties of a stream.
#ifdef AUDIOSESSION_GSTREAMER

#include "media.h"

static bool has(GstElement *element, const char *property) {
  return g_object_class_find_property(G_OBJECT_GET_CLASS(element), property) != NULL;
}

/// The properties of a stream for PulseAudio and PipeWire.
static void describe(GstElement *element, const struct audiosession_media_stream *stream) {
  if (has(element, "buffer-time")) {
    g_object_set(
      element, "buffer-time", (gint64)stream->buffer, "latency-time", (gint64)stream->buffer / 5,
      NULL);
  }
  if (!has(element, "stream-properties")) return;
  GstStructure *properties = gst_structure_new(
    "properties", "media.name", G_TYPE_STRING, stream->name,
    // The program lowers this stream by itself.
    "audiosession.gain", G_TYPE_STRING, "self", NULL);
  if (stream->role != NULL) {
    gst_structure_set(properties, "media.role", G_TYPE_STRING, stream->role, NULL);
  }
  g_object_set(element, "stream-properties", properties, NULL);
  gst_structure_free(properties);
}

GstElement *media_open_device(
  GstElementFactoryListType type, const struct audiosession_media_stream *stream) {
  GList *factories = gst_element_factory_list_get_elements(
    type | GST_ELEMENT_FACTORY_TYPE_MEDIA_AUDIO, GST_RANK_MARGINAL);
  factories = g_list_sort(factories, gst_plugin_feature_rank_compare_func);
  GstElement *opened = NULL;
  for (GList *item = factories; item != NULL && opened == NULL; item = item->next) {
    GstElement *element = gst_element_factory_create(item->data, NULL);
    if (element == NULL) continue;
    describe(element, stream);
    if (gst_element_set_state(element, GST_STATE_READY) == GST_STATE_CHANGE_SUCCESS) {
      opened = element;
    } else {
      gst_element_set_state(element, GST_STATE_NULL);
      gst_object_unref(gst_object_ref_sink(element));
    }
  }
  gst_plugin_feature_list_free(factories);
  return opened;
}

#endif
