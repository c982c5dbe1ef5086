#include "CPipeWire.h"

#ifdef AUDIOSESSION_PIPEWIRE
#include <pipewire/pipewire.h>

bool audiosession_pipewire_is_built_in(void) { return true; }
#else
bool audiosession_pipewire_is_built_in(void) { return false; }
#endif
