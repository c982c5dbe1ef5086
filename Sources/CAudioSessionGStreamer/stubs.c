// The package without the trait Players: no pipeline can be made.
#ifndef AUDIOSESSION_GSTREAMER

#include "CAudioSessionGStreamer.h"

bool audiosession_media_is_built_in(void) { return false; }

#endif
