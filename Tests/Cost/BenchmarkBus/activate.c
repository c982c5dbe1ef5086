#define _GNU_SOURCE
#include "bus.h"

#include <machine.h>

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static const char journal[] = "/run/systemd/journal/socket";

static struct sockaddr_un address_of(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    give_up(path);
  }
  strcpy(address.sun_path, path);
  return address;
}

static void write_file(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0 || write(file, text, strlen(text)) < 0) give_up(path);
  close(file);
}

// A view of the file system that only this process has, and what it becomes.
static void leave_file_system(void) {
  if (unshare(CLONE_NEWNS) == 0) return;
  char user[64], group[64];
  snprintf(user, sizeof user, "%u %u 1", geteuid(), geteuid());
  snprintf(group, sizeof group, "%u %u 1", getegid(), getegid());
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0) give_up("a mount namespace");
  write_file("/proc/self/setgroups", "deny");
  write_file("/proc/self/uid_map", user);
  write_file("/proc/self/gid_map", group);
}

// dbus-broker-launch doesn't start without a journal, which containers don't have. Where there is
// none, it gets a /run of its own with a socket whose datagrams are thrown away.
static void stand_in_for_journal(void) {
  struct sockaddr_un address = address_of(journal);
  int probe = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (probe < 0) give_up("socket");
  bool exists = connect(probe, (struct sockaddr *)&address, sizeof address) == 0;
  close(probe);
  if (exists) return;
  leave_file_system();
  if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0
      || mount("run", "/run", "tmpfs", MS_NOSUID | MS_NODEV, "mode=755") < 0)
    give_up("a /run of its own");
  mkdir("/run/systemd", 0755);
  mkdir("/run/systemd/journal", 0755);
  int stand_in = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (stand_in < 0 || bind(stand_in, (struct sockaddr *)&address, sizeof address) < 0)
    give_up(journal);
  pid_t parent = getpid();
  pid_t reader = fork();
  if (reader < 0) give_up("fork");
  if (reader > 0) {
    waitpid(reader, NULL, 0);
    return;
  }
  // Not a child of that process, whose only child is to be the bus.
  if (fork() != 0) _exit(0);
  struct timeval patience = {.tv_usec = 200000};
  setsockopt(stand_in, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  char datagram[4096];
  while (kill(parent, 0) == 0) recv(stand_in, datagram, sizeof datagram, 0);
  _exit(0);
}

// As systemd would: listens, and becomes the command with that socket.
void activate(const char *socket_path, char **command) {
  struct sockaddr_un address = address_of(socket_path);
  int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) < 0
      || listen(listener, 1024) < 0)
    give_up(socket_path);
  if (listener != 3) {
    if (dup2(listener, 3) < 0) give_up("dup2");
    close(listener);
  }
  stand_in_for_journal();
  char process[32], bus[sizeof address.sun_path + 16];
  snprintf(process, sizeof process, "%d", getpid());
  snprintf(bus, sizeof bus, "unix:path=%s", socket_path);
  setenv("LISTEN_PID", process, 1);
  setenv("LISTEN_FDS", "1", 1);
  // The launcher is a client of its own bus.
  setenv("DBUS_SESSION_BUS_ADDRESS", bus, 1);
  execvp(command[0], command);
  give_up(command[0]);
}
