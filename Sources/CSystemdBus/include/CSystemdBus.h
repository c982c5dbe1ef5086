#ifndef AUDIOSESSION_CSYSTEMDBUS_H
#define AUDIOSESSION_CSYSTEMDBUS_H
#include <stdbool.h>

/// Whether the package was built with the trait PipeWire.
bool audiosession_bus_is_built_in(void);

#endif
