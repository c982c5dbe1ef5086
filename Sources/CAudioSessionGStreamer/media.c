#ifdef AUDIOSESSION_GSTREAMER

#include "CAudioSessionGStreamer.h"

#include <gst/gst.h>

bool audiosession_media_is_built_in(void) { return true; }

#endif
