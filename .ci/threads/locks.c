// GLib's locks as ThreadSanitizer sees them. They are made of bare system calls, so that it would report
// every access under such a lock, whether GStreamer's or the shim's; here each of them stands before
// GLib's own, which it calls, and says who has to have waited for whom.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern void AnnotateHappensBefore(const char *file, int line, uintptr_t address);
extern void AnnotateHappensAfter(const char *file, int line, uintptr_t address);

static void release(void *lock) { AnnotateHappensBefore(__FILE__, __LINE__, (uintptr_t)lock); }
static void acquire(void *lock) { AnnotateHappensAfter(__FILE__, __LINE__, (uintptr_t)lock); }

// The addresses don't change, so two threads may look for one at the same time.
#define REAL(type, name) \
  static type real; \
  type function = __atomic_load_n(&real, __ATOMIC_ACQUIRE); \
  if (function == NULL) { \
    function = (type)dlsym(RTLD_NEXT, #name); \
    __atomic_store_n(&real, function, __ATOMIC_RELEASE); \
  }

typedef void (*lock_function)(void *);
typedef int (*try_function)(void *);
typedef void (*wait_function)(void *, void *);
typedef int (*timed_wait_function)(void *, void *, int64_t);

#define LOCK(name) \
  void name(void *lock) { \
    REAL(lock_function, name) \
    function(lock); \
    acquire(lock); \
  }
#define TRY(name) \
  int name(void *lock) { \
    REAL(try_function, name) \
    int is_locked = function(lock); \
    if (is_locked) acquire(lock); \
    return is_locked; \
  }
#define UNLOCK(name) \
  void name(void *lock) { \
    REAL(lock_function, name) \
    release(lock); \
    function(lock); \
  }

LOCK(g_mutex_lock)
TRY(g_mutex_trylock)
UNLOCK(g_mutex_unlock)
LOCK(g_rec_mutex_lock)
TRY(g_rec_mutex_trylock)
UNLOCK(g_rec_mutex_unlock)
LOCK(g_rw_lock_writer_lock)
TRY(g_rw_lock_writer_trylock)
UNLOCK(g_rw_lock_writer_unlock)
LOCK(g_rw_lock_reader_lock)
TRY(g_rw_lock_reader_trylock)
UNLOCK(g_rw_lock_reader_unlock)

void g_cond_wait(void *condition, void *lock) {
  REAL(wait_function, g_cond_wait)
  release(lock);
  function(condition, lock);
  acquire(lock);
}

int g_cond_wait_until(void *condition, void *lock, int64_t end) {
  REAL(timed_wait_function, g_cond_wait_until)
  release(lock);
  int is_signalled = function(condition, lock, end);
  acquire(lock);
  return is_signalled;
}
