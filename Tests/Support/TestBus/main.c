// Players, a login manager and a notification server on a bus of a test's own, which do what standard input says, line by
// line, and answer each line with "ok" or why not. What is called is told as "TIME WHO WHAT", the
// time in microseconds of CLOCK_BOOTTIME.
//
//   player NAME [HOW...]           owns org.mpris.MediaPlayer2.NAME on a connection of its own
//     deaf    answers commands and doesn't obey
//     stuck   never answers commands
//     dead    never answers anything
//     late    obeys a while after its answer
//     silent  doesn't tell when its status changes
//     asleep  has no objects until `wake NAME`
//     nameless  doesn't say its Identity, which is "The NAME" otherwise
//   alias NAME OTHER               owns a second name
//   drop NAME OTHER                owns that name no longer
//   status NAME STATUS             what the user does
//   can NAME pause|play yes|no
//   nonsense NAME                  tells of properties in types that they don't have
//   flood NAME COUNT               tells so many changes at once
//   wake NAME
//   quit NAME                      its connection ends
//   login1                         owns org.freedesktop.login1
//   session ID UID SEAT|- yes|no   a session that is active, or isn't
//   active ID yes|no
//   lock ID yes|no
//   end ID
//   sleep yes|no                   PrepareForSleep
//   logout                         logind's connection ends
//   impostor                       somebody else sends PrepareForSleep
//   notifications [plain]          owns org.freedesktop.Notifications, plain without Inhibited
//   inhibit yes|no                 its property Inhibited
//   meddle                         somebody else says that it is inhibited
//   disturb                        its connection ends
//   rtkit grant|refuse|nothing     owns org.freedesktop.RealtimeKit1, and answers so
//   nothing
#ifdef AUDIOSESSION_SYSTEMD
#include "testbus.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

sd_event *event_loop;

void tell(const char *who, const char *what) {
  struct timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  printf("%lld %s %s\n", now.tv_sec * 1000000LL + now.tv_nsec / 1000, who, what);
}

static int obey(char *line) {
  char *words[8] = {0};
  size_t count = 0;
  for (char *word = strtok(line, " "); word != NULL && count < 8; word = strtok(NULL, " ")) {
    words[count] = word;
    count += 1;
  }
  if (count == 0) return -EINVAL;
  if (strcmp(words[0], "nothing") == 0) return 0;
  int result = obey_realtime(words, count);
  if (result == -ENOENT) result = obey_player(words, count);
  if (result == -ENOENT) result = obey_notifications(words, count);
  return result == -ENOENT ? obey_login(words, count) : result;
}

static int on_input(sd_event_source *source, int descriptor, uint32_t events, void *context) {
  static char text[4096];
  static size_t length;
  ssize_t size = read(descriptor, text + length, sizeof text - 1 - length);
  if (size <= 0) return sd_event_exit(event_loop, 0);
  length += size;
  char *end;
  while ((end = memchr(text, '\n', length)) != NULL) {
    *end = 0;
    size_t taken = end + 1 - text;
    int result = obey(text);
    puts(result < 0 ? strerror(-result) : "ok");
    memmove(text, end + 1, length - taken);
    length -= taken;
  }
  return 0;
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  int result = sd_event_default(&event_loop);
  if (result >= 0) result = sd_event_add_io(event_loop, NULL, 0, EPOLLIN, on_input, NULL);
  if (result >= 0) result = sd_event_loop(event_loop);
  if (result < 0) fprintf(stderr, "%s\n", strerror(-result));
  return result < 0;
}
#else
#include <stdio.h>

int main(void) {
  fputs("built without sd-bus, see the traits PipeWire and Players\n", stderr);
  return 1;
}
#endif
