#include "CSystemdBus.h"

#ifdef AUDIOSESSION_PIPEWIRE
#include <systemd/sd-bus.h>

bool audiosession_bus_is_built_in(void) { return true; }
#else
bool audiosession_bus_is_built_in(void) { return false; }
#endif
