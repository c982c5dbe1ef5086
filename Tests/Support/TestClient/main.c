// A process for the daemon to look at: it connects where the test tells it to and hands the test a
// duplicate of each connection. So the peer is this process, with a pid, a user and a death of its
// own, while the test speaks for it. Whoever connects by himself would need to be told every line.
//
// Usage: audiosession-test-client UID GID [FIRST LAST]; all count for root only. FIRST and LAST: all
// groups between them are supplementary ones. Descriptor 0 is a socket of packets, each a command
// and an answer of one byte, 0 or an errno:
//   c PATH  connect to PATH; the answer carries the connection
//   x N     close the Nth connection of this process
//   u UID   become another user, for good
//   n NAME  take another name, of 15 bytes at most
//   f       fork a child that holds all connections until the test has gone

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { control = 0, first_connection = 3 };

static int connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return errno = ENAMETOOLONG, -1;
  strcpy(address.sun_path, path);
  int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connection < 0) return -1;
  if (connect(connection, (struct sockaddr *)&address, sizeof address) != 0) {
    int code = errno;
    close(connection);
    return errno = code, -1;
  }
  fcntl(connection, F_SETFL, O_NONBLOCK);
  return connection;
}

static void answer(int code, int connection) {
  char byte = (char)code;
  struct iovec text = {&byte, 1};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } rights = {0};
  struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1};
  if (connection >= 0) {
    message.msg_control = &rights;
    message.msg_controllen = sizeof rights;
    rights.header.cmsg_len = CMSG_LEN(sizeof(int));
    rights.header.cmsg_level = SOL_SOCKET;
    rights.header.cmsg_type = SCM_RIGHTS;
    memcpy(CMSG_DATA(&rights.header), &connection, sizeof connection);
  }
  if (sendmsg(control, &message, MSG_NOSIGNAL) < 0) exit(1);
}

static void hold_in_child(void) {
  pid_t child = fork();
  if (child == 0) {
    struct pollfd end = {.fd = control};
    poll(&end, 1, -1);
    _exit(0);
  }
  answer(child < 0 ? errno : 0, -1);
}

static void carry_out(const char *command) {
  if (*command == 'c') {
    int connection = connect_to(command + 1);
    answer(connection < 0 ? errno : 0, connection);
  } else if (*command == 'x') {
    answer(close(first_connection + atoi(command + 1)) == 0 ? 0 : errno, -1);
  } else if (*command == 'u') {
    answer(setuid((uid_t)atol(command + 1)) == 0 ? 0 : errno, -1);
  } else if (*command == 'n') {
    answer(prctl(PR_SET_NAME, command + 1, 0, 0, 0) == 0 ? 0 : errno, -1);
  } else if (*command == 'f') {
    hold_in_child();
  } else {
    answer(EINVAL, -1);
  }
}

static int become(uid_t user, gid_t group, gid_t first, gid_t last) {
  if (geteuid() != 0) return 0;
  static gid_t groups[65536];
  size_t count = 0;
  for (gid_t other = first; other < last && count < 65536; other += 1) groups[count++] = other;
  if (setgroups(count, groups) != 0) return -1;
  return setgid(group) == 0 && setuid(user) == 0 ? 0 : -1;
}

int main(int count, char **arguments) {
  // The Nth connection is descriptor first_connection + N, if nothing else is open.
  close_range(first_connection, ~0U, 0);
  if (count != 3 && count != 5) return 1;
  gid_t first = count == 5 ? (gid_t)atol(arguments[3]) : 0;
  gid_t last = count == 5 ? (gid_t)atol(arguments[4]) : 0;
  if (become((uid_t)atol(arguments[1]), (gid_t)atol(arguments[2]), first, last) != 0) return 1;
  // The test may name this process to the daemon, so it has to be its user's by then.
  answer(0, -1);
  char command[256];
  for (;;) {
    ssize_t length = recv(control, command, sizeof command - 1, 0);
    if (length <= 0) return 0;
    command[length] = 0;
    carry_out(command);
  }
}
