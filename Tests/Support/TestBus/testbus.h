#pragma once
#include <stddef.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-event.h>

extern sd_event *event_loop;

// Tells the test what was called.
void tell(const char *who, const char *what);

// Do what the words say; -ENOENT: they are nothing for them.
int obey_player(char *const *words, size_t count);
int obey_login(char *const *words, size_t count);
int obey_notifications(char *const *words, size_t count);
int obey_realtime(char *const *words, size_t count);
