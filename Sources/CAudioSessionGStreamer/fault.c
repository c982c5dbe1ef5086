// GStreamer's errors, by what a program's answer to them is.
#ifdef AUDIOSESSION_GSTREAMER

#include "media.h"

#include <string.h>

void media_fail(
  struct audiosession_media_error *error, enum audiosession_media_fault fault, const char *text) {
  error->fault = fault;
  g_strlcpy(error->text, text, sizeof error->text);
}

static enum audiosession_media_fault of_resource(gint code, bool is_device) {
  if (code == GST_RESOURCE_ERROR_NO_SPACE_LEFT) return audiosession_media_fault_space;
  return is_device ? audiosession_media_fault_device : audiosession_media_fault_file;
}

static enum audiosession_media_fault of_stream(gint code) {
  switch (code) {
  case GST_STREAM_ERROR_DECODE: case GST_STREAM_ERROR_DEMUX: case GST_STREAM_ERROR_FAILED:
    return audiosession_media_fault_damaged;
  default: return audiosession_media_fault_format;
  }
}

/// Whether an element stands for a device rather than for a file or a place in the net.
static bool is_device(GstObject *source) {
  if (!GST_IS_ELEMENT(source)) return false;
  GstElementFactory *factory = gst_element_get_factory(GST_ELEMENT(source));
  return factory != NULL
    && gst_element_factory_list_is_type(factory, GST_ELEMENT_FACTORY_TYPE_MEDIA_AUDIO)
    && (gst_element_factory_list_is_type(factory, GST_ELEMENT_FACTORY_TYPE_SINK)
        || gst_element_factory_list_is_type(factory, GST_ELEMENT_FACTORY_TYPE_SRC));
}

void media_take_error(GstMessage *message, struct audiosession_media_error *error) {
  GError *cause = NULL;
  gst_message_parse_error(message, &cause, NULL);
  enum audiosession_media_fault fault = audiosession_media_fault_other;
  if (cause->domain == GST_RESOURCE_ERROR) {
    fault = of_resource(cause->code, is_device(GST_MESSAGE_SRC(message)));
  } else if (cause->domain == GST_STREAM_ERROR) {
    fault = of_stream(cause->code);
  } else if (cause->domain == GST_CORE_ERROR && cause->code == GST_CORE_ERROR_MISSING_PLUGIN) {
    fault = audiosession_media_fault_format;
  }
  media_fail(error, fault, cause->message);
  g_error_free(cause);
}

#endif
