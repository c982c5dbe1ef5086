// What is in a file or a stream.
#ifdef AUDIOSESSION_GSTREAMER

#include "media.h"

static void ignore(
  void *context, enum audiosession_media_event event, int64_t position,
  const struct audiosession_media_error *error) {}
static void keep(void *context) {}

static gboolean see_whether_at_work(GstElement *element, GstPad *pad, gpointer pointer) {
  bool *is_at_work = pointer;
  GST_OBJECT_LOCK(pad);
  if (GST_PAD_TASK(pad) != NULL && GST_TASK_STATE(GST_PAD_TASK(pad)) == GST_TASK_STARTED) {
    *is_at_work = true;
  }
  GST_OBJECT_UNLOCK(pad);
  return !*is_at_work;
}

/// Whether a thread of the pipeline is at work, or will be as soon as it may go on.
static bool is_at_work(struct audiosession_media *media) {
  bool is_at_work = false;
  GstIterator *elements = gst_bin_iterate_recurse(GST_BIN(media->pipeline));
  GValue element = G_VALUE_INIT;
  GstIteratorResult result;
  while ((result = gst_iterator_next(elements, &element)) != GST_ITERATOR_DONE) {
    if (result != GST_ITERATOR_OK) break;
    gst_element_foreach_pad(g_value_get_object(&element), see_whether_at_work, &is_at_work);
    g_value_reset(&element);
  }
  g_value_unset(&element);
  gst_iterator_free(elements);
  // While elements come and go, somebody is at work.
  return is_at_work || result != GST_ITERATOR_DONE;
}

/// The next message that says how it goes on, or NULL if none came in time or none will come.
///
/// An error of an element that works on a thread of its own can get lost: decodebin throws away what an
/// element reports while it is being connected. So from time to time it is asked whether anything is
/// still at work; what has stopped has posted its message before.
///
/// - has_stopped: Whether none will come.
static GstMessage *next_message(
  struct audiosession_media *media, int milliseconds, bool *has_stopped) {
  static const GstMessageType types =
    GST_MESSAGE_ASYNC_DONE | GST_MESSAGE_ERROR | GST_MESSAGE_EOS;
  GstBus *bus = gst_element_get_bus(media->pipeline);
  GstMessage *message = NULL;
  gint64 end = g_get_monotonic_time() + milliseconds * G_TIME_SPAN_MILLISECOND;
  // Twice: while it was asked, one thread may have taken over from another.
  int times_idle = 0;
  while (message == NULL && times_idle < 2 && g_get_monotonic_time() < end) {
    times_idle = is_at_work(media) ? 0 : times_idle + 1;
    message = gst_bus_timed_pop_filtered(bus, 50 * GST_MSECOND, types);
  }
  *has_stopped = message == NULL && times_idle == 2;
  gst_object_unref(bus);
  return message;
}

/// Waits until a pipeline without a device stands at its first sound.
static bool await(
  struct audiosession_media *media, int milliseconds, struct audiosession_media_error *error) {
  GstBus *bus = gst_element_get_bus(media->pipeline);
  // Here the messages are waited for.
  gst_bus_set_sync_handler(bus, NULL, NULL, NULL);
  gst_object_unref(bus);
  gst_element_set_state(media->pipeline, GST_STATE_PAUSED);
  bool has_stopped;
  GstMessage *message = next_message(media, milliseconds, &has_stopped);
  bool is_ready = message != NULL && GST_MESSAGE_TYPE(message) == GST_MESSAGE_ASYNC_DONE;
  if (has_stopped) {
    media_fail(error, audiosession_media_fault_damaged, "it ends before there is a sound in it");
  } else if (message == NULL) {
    media_fail(error, audiosession_media_fault_time, "it takes too long to look into it");
  } else if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR) {
    media_take_error(message, error);
  } else if (!is_ready) {
    media_fail(error, audiosession_media_fault_format, "there is no sound in it");
  }
  if (message != NULL) gst_message_unref(message);
  return is_ready;
}

/// Decodes for a moment: how long a sound is whose file doesn't say so, or about how long.
static gint64 measure(struct audiosession_media *media) {
  GstBus *bus = gst_element_get_bus(media->pipeline);
  gst_element_set_state(media->pipeline, GST_STATE_PLAYING);
  GstMessage *message = gst_bus_timed_pop_filtered(
    bus, 500 * GST_MSECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  gst_object_unref(bus);
  gint64 duration;
  bool is_known = message != NULL
    ? gst_element_query_position(media->pipeline, GST_FORMAT_TIME, &duration)
    : gst_element_query_duration(media->pipeline, GST_FORMAT_TIME, &duration);
  if (message != NULL) gst_message_unref(message);
  return is_known && duration > 0 ? duration : -1;
}

/// Asks a pipeline that stands at its first sound.
static void ask(
  struct audiosession_media *media, GstElement *sink,
  struct audiosession_media_information *information) {
  GstQuery *query = gst_query_new_seeking(GST_FORMAT_TIME);
  if (gst_element_query(media->pipeline, query)) {
    gboolean is_seekable = FALSE;
    gst_query_parse_seeking(query, NULL, &is_seekable, NULL, NULL);
    information->is_seekable = is_seekable;
  }
  gst_query_unref(query);
  GstPad *pad = gst_element_get_static_pad(sink, "sink");
  GstCaps *caps = gst_pad_get_current_caps(pad);
  if (caps != NULL) {
    const GstStructure *format = gst_caps_get_structure(caps, 0);
    gst_structure_get_int(format, "rate", &information->rate);
    gst_structure_get_int(format, "channels", &information->channels);
    gst_caps_unref(caps);
  }
  gst_object_unref(pad);
  gint64 duration;
  bool is_known = gst_element_query_duration(media->pipeline, GST_FORMAT_TIME, &duration);
  information->duration = is_known && duration > 0 ? duration : measure(media);
}

bool audiosession_media_inspect(
  const char *uri, int milliseconds, struct audiosession_media_information *information,
  struct audiosession_media_error *error) {
  *information = (struct audiosession_media_information){.duration = -1};
  if (!media_start_gstreamer(error)) return false;
  struct audiosession_media *media = media_new(ignore, NULL, keep);
  GstElement *sink = media_add(media, "fakesink", error);
  bool is_ready = sink != NULL && media_decode(media, uri, sink, error) != NULL
    && await(media, milliseconds, error);
  if (is_ready) ask(media, sink, information);
  audiosession_media_close(media);
  return is_ready;
}

#endif
