#ifndef AUDIOSESSION_CPIPEWIRE_H
#define AUDIOSESSION_CPIPEWIRE_H
#include <stdbool.h>

/// Whether the package was built with the trait PipeWire.
bool audiosession_pipewire_is_built_in(void);

#endif
