#define _GNU_SOURCE
#include "load.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { patience_nanoseconds = 2000000000, pause_nanoseconds = 10000 };

static bool is_listening(const struct sockaddr_un *address) {
  int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connection < 0) give_up("socket");
  bool is_listening = connect(connection, (const struct sockaddr *)address, sizeof *address) == 0;
  close(connection);
  return is_listening;
}

// From before the start to the first connection that is accepted. The command runs on the first
// processor, and this program on another, so that looking takes nothing from it.
static uint64_t start_once(const struct sockaddr_un *address, char **command, int quiet) {
  unlink(address->sun_path);
  uint64_t start = now();
  // vfork: the memory of this program isn't copied, which would take longer than the C floor's start.
  pid_t child = vfork();
  if (child < 0) give_up("vfork");
  if (child == 0) {
    pin(0);
    dup2(quiet, STDOUT_FILENO);
    dup2(quiet, STDERR_FILENO);
    execv(command[0], command);
    _exit(127);
  }
  while (!is_listening(address)) {
    if (now() - start > patience_nanoseconds) {
      fprintf(stderr, "audiosession-benchmark-load: %s doesn't listen at %s\n", command[0],
              address->sun_path);
      exit(1);
    }
    nanosleep(&(struct timespec){.tv_nsec = pause_nanoseconds}, NULL);
  }
  uint64_t taken = now() - start;
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  return taken;
}

// COUNT COMMAND…: how soon a server listens that is started so often.
void measure_start(const char *socket_path, int count, char **command) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(socket_path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    give_up(socket_path);
  }
  strcpy(address.sun_path, socket_path);
  pin(1);
  int quiet = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (quiet < 0) give_up("/dev/null");
  struct histogram *times = histogram_make();
  start_once(&address, command, quiet);
  for (int index = 0; index < count; index += 1)
    histogram_note(times, start_once(&address, command, quiet));
  histogram_print(times, "latency", stdout);
  histogram_free(times);
}
