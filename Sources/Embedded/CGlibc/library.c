#include "CGlibc.h"

extern char **environ;

int audiosession_open(const char *path, int flags, mode_t mode) {
  return open(path, flags, mode);
}

int audiosession_fcntl(int descriptor, int command, int value) {
  return fcntl(descriptor, command, value);
}

int audiosession_ioctl(int descriptor, unsigned long request, void *argument) {
  return ioctl(descriptor, request, argument);
}

char **audiosession_environ(void) {
  return environ;
}

void (*audiosession_ignore(void))(int) {
  return SIG_IGN;
}

static int argument_count;
static char **arguments;

// The C library hands the arguments to each function that it calls before `main`.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}

int audiosession_argument_count(void) {
  return argument_count;
}

const char *audiosession_argument(int index) {
  return arguments[index];
}

// What Embedded Swift's `Double.init?(_: some StringProtocol)` calls and doesn't bring: the number at
// the beginning of a text, and where it ends. No program of ours sets another locale than C's.
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  char *end;
  *number = strtod(text, &end);
  return end;
}
