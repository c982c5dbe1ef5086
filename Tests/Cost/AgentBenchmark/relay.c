// The least that a decision and its command cost: a message to another process on the same core, and
// one from it, by nobody who has to understand them. For each line that it reads it prints a time in
// nanoseconds, from before the first is sent to after the second.

#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { decision = 400, command = 200 };  // bytes, about as many as those of the real ones

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

// As the agent does: in real time where it may, with epoll(7).
static void relay(int in, int out) {
  prctl(PR_SET_PDEATHSIG, 9);
  struct sched_param priority = {.sched_priority = 20};
  sched_setscheduler(0, SCHED_RR, &priority);
  int poller = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN};
  epoll_ctl(poller, EPOLL_CTL_ADD, in, &event);
  char bytes[decision];
  while (epoll_wait(poller, &event, 1, -1) == 1 && recv(in, bytes, sizeof bytes, 0) > 0) {
    send(out, bytes, command, 0);
    int64_t sent = now();
    send(in, &sent, sizeof sent, 0);
  }
}

int main(void) {
  int decisions[2], commands[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, decisions) || socketpair(AF_UNIX, SOCK_STREAM, 0, commands)) {
    perror("socketpair");
    return 1;
  }
  if (!fork()) {
    relay(decisions[1], commands[1]);
    return 0;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  char line[16], bytes[decision] = {0};
  while (fgets(line, sizeof line, stdin)) {
    int64_t begin = now(), sent;
    send(decisions[0], bytes, sizeof bytes, 0);
    if (recv(decisions[0], &sent, sizeof sent, MSG_WAITALL) != sizeof sent) return 1;
    recv(commands[0], bytes, command, MSG_WAITALL);
    printf("%lld\n", (long long)(sent - begin));
  }
}
