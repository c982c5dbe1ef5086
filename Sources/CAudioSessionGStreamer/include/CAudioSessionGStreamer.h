// Players and recorders by GStreamer, without its types.
#ifndef AUDIOSESSION_CAUDIOSESSIONGSTREAMER_H
#define AUDIOSESSION_CAUDIOSESSIONGSTREAMER_H
#include <stdbool.h>

/// Whether the package was built with the trait Players.
bool audiosession_media_is_built_in(void);

#endif
