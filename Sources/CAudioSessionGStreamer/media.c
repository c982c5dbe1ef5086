// A pipeline: its life, its messages, and what can be done with any of them.
#ifdef AUDIOSESSION_GSTREAMER

#include "media.h"

bool audiosession_media_is_built_in(void) { return true; }

bool media_start_gstreamer(struct audiosession_media_error *error) {
  // It may be called again, on any thread.
  GError *cause = NULL;
  if (gst_init_check(NULL, NULL, &cause)) return true;
  media_fail(
    error, audiosession_media_fault_other, cause == NULL ? "GStreamer doesn't start" : cause->message);
  g_clear_error(&cause);
  return false;
}

static struct audiosession_media *retain(struct audiosession_media *media) {
  g_atomic_ref_count_inc(&media->references);
  return media;
}

static void let_go(gpointer pointer) {
  struct audiosession_media *media = pointer;
  if (!g_atomic_ref_count_dec(&media->references)) return;
  media->release(media->context);
  g_mutex_clear(&media->samples.lock);
  g_free(media);
}

static void fail(struct audiosession_media *media, GstMessage *message) {
  struct audiosession_media_error error;
  media_take_error(message, &error);
  g_mutex_lock(&media->samples.lock);
  bool is_first = !media->has_failed;
  if (is_first) {
    media->has_failed = true;
    media->error = error;
  }
  g_mutex_unlock(&media->samples.lock);
  if (is_first) media->handler(media->context, audiosession_media_event_failed, -1, &error);
}

/// Called on whichever thread posts the message.
static GstBusSyncReply receive(GstBus *bus, GstMessage *message, gpointer pointer) {
  struct audiosession_media *media = pointer;
  switch (GST_MESSAGE_TYPE(message)) {
  case GST_MESSAGE_ASYNC_DONE:
    media->handler(media->context, audiosession_media_event_ready, -1, NULL);
    break;
  case GST_MESSAGE_SEGMENT_DONE:
    media->handler(media->context, audiosession_media_event_decoded, -1, NULL);
    break;
  case GST_MESSAGE_EOS:
    media->handler(media->context, audiosession_media_event_ended, -1, NULL);
    break;
  case GST_MESSAGE_ERROR:
    fail(media, message);
    break;
  case GST_MESSAGE_ELEMENT:
    if (gst_message_has_name(message, "level")) {
      media_samples_measure(&media->samples, gst_message_get_structure(message));
    }
    break;
  default: break;
  }
  gst_message_unref(message);
  return GST_BUS_DROP;
}

struct audiosession_media *media_new(
  audiosession_media_handler handler, void *context, void (*release)(void *context)) {
  struct audiosession_media *media = g_new0(struct audiosession_media, 1);
  g_atomic_ref_count_init(&media->references);
  media->pipeline = gst_pipeline_new(NULL);
  media->rate = 1;
  media->handler = handler;
  media->context = context;
  media->release = release;
  media_samples_init(&media->samples);
  gst_segment_init(&media->segment, GST_FORMAT_TIME);
  GstBus *bus = gst_element_get_bus(media->pipeline);
  gst_bus_set_sync_handler(bus, receive, retain(media), let_go);
  gst_object_unref(bus);
  return media;
}

GstElement *media_add(
  struct audiosession_media *media, const char *factory, struct audiosession_media_error *error) {
  GstElement *element = gst_element_factory_make(factory, NULL);
  if (element != NULL) {
    gst_bin_add(GST_BIN(media->pipeline), element);
    return element;
  }
  char text[sizeof error->text];
  g_snprintf(text, sizeof text, "GStreamer has no element \"%s\" here", factory);
  media_fail(error, audiosession_media_fault_format, text);
  return NULL;
}

/// What comes to the device: its format, where it belongs, and the samples themselves.
static GstPadProbeReturn see(GstPad *pad, GstPadProbeInfo *info, gpointer pointer) {
  struct audiosession_media *media = pointer;
  if (info->type & GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM) {
    GstEvent *event = GST_PAD_PROBE_INFO_EVENT(info);
    if (GST_EVENT_TYPE(event) == GST_EVENT_SEGMENT) gst_event_copy_segment(event, &media->segment);
    if (GST_EVENT_TYPE(event) != GST_EVENT_CAPS) return GST_PAD_PROBE_OK;
    GstCaps *caps;
    gst_event_parse_caps(event, &caps);
    const GstStructure *format = gst_caps_get_structure(caps, 0);
    g_mutex_lock(&media->samples.lock);
    gst_structure_get_int(format, "rate", &media->samples.rate);
    gst_structure_get_int(format, "channels", &media->samples.channels);
    g_mutex_unlock(&media->samples.lock);
    return GST_PAD_PROBE_OK;
  }
  GstBuffer *buffer = gst_buffer_make_writable(GST_PAD_PROBE_INFO_BUFFER(info));
  info->data = buffer;
  int channels = media->samples.channels;
  GstMapInfo map;
  if (channels < 1 || !gst_buffer_map(buffer, &map, GST_MAP_READWRITE)) return GST_PAD_PROBE_OK;
  GstClockTime position =
    gst_segment_to_stream_time(&media->segment, GST_FORMAT_TIME, GST_BUFFER_PTS(buffer));
  size_t frames = map.size / sizeof(float) / (size_t)channels;
  GstClockTime began;
  bool has_faded =
    media_samples_change(&media->samples, (float *)map.data, frames, position, &began);
  gst_buffer_unmap(buffer, &map);
  if (has_faded) {
    media->handler(
      media->context, audiosession_media_event_faded,
      GST_CLOCK_TIME_IS_VALID(began) ? (int64_t)began : -1, NULL);
  }
  return GST_PAD_PROBE_OK;
}

void media_change_samples(struct audiosession_media *media, GstPad *pad) {
  gst_pad_add_probe(
    pad, GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, see, retain(media),
    let_go);
}

bool audiosession_media_open(
  struct audiosession_media *media, struct audiosession_media_error *error) {
  g_mutex_lock(&media->samples.lock);
  media->has_failed = false;
  g_mutex_unlock(&media->samples.lock);
  switch (gst_element_set_state(media->pipeline, GST_STATE_PAUSED)) {
  case GST_STATE_CHANGE_FAILURE:
    media_fail(error, audiosession_media_fault_device, "the pipeline doesn't start");
    // What failed first has said why.
    g_mutex_lock(&media->samples.lock);
    if (media->has_failed) *error = media->error;
    g_mutex_unlock(&media->samples.lock);
    return false;
  case GST_STATE_CHANGE_NO_PREROLL:
    // What a microphone hears can't be waited for.
    media->handler(media->context, audiosession_media_event_ready, -1, NULL);
    return true;
  default: return true;
  }
}

void audiosession_media_start(struct audiosession_media *media) {
  gst_element_set_state(media->pipeline, GST_STATE_PLAYING);
}

void audiosession_media_rest(struct audiosession_media *media) {
  gst_element_set_state(media->pipeline, GST_STATE_READY);
}

void audiosession_media_pause(struct audiosession_media *media) {
  gst_element_set_state(media->pipeline, GST_STATE_PAUSED);
}

bool audiosession_media_seek(
  struct audiosession_media *media, int64_t position, double rate, bool repeats) {
  GstSeekFlags flags = GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE;
  media->rate = rate;
  return gst_element_seek(
    media->pipeline, rate, GST_FORMAT_TIME, repeats ? flags | GST_SEEK_FLAG_SEGMENT : flags,
    GST_SEEK_TYPE_SET, position, GST_SEEK_TYPE_NONE, -1);
}

bool audiosession_media_repeat(struct audiosession_media *media, int64_t position, bool repeats) {
  return gst_element_seek(
    media->pipeline, media->rate, GST_FORMAT_TIME,
    repeats ? GST_SEEK_FLAG_SEGMENT : GST_SEEK_FLAG_NONE, GST_SEEK_TYPE_SET, position,
    GST_SEEK_TYPE_NONE, -1);
}

void audiosession_media_finish(struct audiosession_media *media) {
  gst_element_send_event(media->pipeline, gst_event_new_eos());
}

int64_t audiosession_media_position(struct audiosession_media *media) {
  gint64 position;
  if (media->is_recording) {
    struct media_samples *samples = &media->samples;
    g_mutex_lock(&samples->lock);
    int64_t length = samples->rate < 1
      ? 0 : (int64_t)gst_util_uint64_scale(samples->passed, GST_SECOND, (guint64)samples->rate);
    g_mutex_unlock(&samples->lock);
    return length;
  }
  bool is_known = gst_element_query_position(media->pipeline, GST_FORMAT_TIME, &position);
  return is_known ? position : -1;
}

void audiosession_media_close(struct audiosession_media *media) {
  gst_element_set_state(media->pipeline, GST_STATE_NULL);
  GstBus *bus = gst_element_get_bus(media->pipeline);
  gst_bus_set_sync_handler(bus, NULL, NULL, NULL);
  gst_object_unref(bus);
  gst_object_unref(media->pipeline);
  let_go(media);
}

#endif
