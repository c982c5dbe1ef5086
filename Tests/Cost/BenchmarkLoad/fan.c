#define _GNU_SOURCE
#include "load.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { patience_milliseconds = 5000, rest_microseconds = 300, warm_up_turns = 4 };

// A connection that another process makes and hands over, and its session: the sessions of one
// process leave each other alone, so who ducks the receivers is not one of them. That process stays,
// as the daemon knows it as the owner.
static int foreign_connection(const struct server *server, int *session) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0) give_up("socketpair");
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr aligned;
  } control = {{0}};
  struct iovec content = {session, sizeof *session};
  struct msghdr message = {
    .msg_iov = &content, .msg_iovlen = 1,
    .msg_control = control.bytes, .msg_controllen = sizeof control.bytes,
  };
  pid_t child = fork();
  if (child < 0) give_up("fork");
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int connection = connect_to(server);
    *session = open_session(server, connection, "\"duckOthers\"", false);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof connection);
    memcpy(CMSG_DATA(header), &connection, sizeof connection);
    if (sendmsg(pair[1], &message, 0) < 0) give_up("sendmsg");
    for (;;) pause();
  }
  close(pair[1]);
  if (recvmsg(pair[0], &message, MSG_CMSG_CLOEXEC) != sizeof *session) give_up("recvmsg");
  close(pair[0]);
  int connection;
  memcpy(&connection, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof connection);
  return connection;
}

struct fan {
  uint32_t receivers;
  int *connections;  // those of the receivers, and then the caller's
  int poller;
  uint64_t lines, bytes;
};

// Sends a request that every receiver is told of; returns when all have been. The caller's reply
// may come before or after that.
static void turn(struct fan *fan, const struct request *request) {
  send_request(fan->connections[fan->receivers], request);
  bool is_answered = false;
  for (uint32_t told = 0; told < fan->receivers || !is_answered;) {
    struct epoll_event events[1024];
    int ready = epoll_wait(fan->poller, events, 1024, patience_milliseconds);
    if (ready <= 0) {
      fprintf(stderr, "audiosession-benchmark-load: %u of %u were notified\n", told,
              fan->receivers);
      exit(1);
    }
    for (int index = 0; index < ready; index += 1) {
      uint32_t number = events[index].data.u32;
      struct lines lines = receive_lines(fan->connections[number]);
      if (number == fan->receivers) {
        is_answered = is_answered || lines.count > 0;
        continue;
      }
      told += (uint32_t)lines.count;
      fan->lines += lines.count;
      fan->bytes += lines.bytes;
    }
  }
}

// RECEIVERS TURNS: one session ducks all others, and no longer, in turn.
void measure_fan(const struct server *server, char **arguments) {
  struct fan fan = {.receivers = (uint32_t)atol(arguments[0])};
  long turns = atol(arguments[1]);
  fan.connections = calloc(fan.receivers + 1, sizeof *fan.connections);
  fan.poller = epoll_create1(EPOLL_CLOEXEC);
  if (fan.connections == NULL || fan.poller < 0) give_up("many connections");
  for (uint32_t index = 0; index < fan.receivers; index += 1) {
    fan.connections[index] = connect_to(server);
    open_session(server, fan.connections[index], "\"mixWithOthers\"", true);
    watch(fan.poller, fan.connections[index], index);
  }
  int session = 0;
  fan.connections[fan.receivers] = foreign_connection(server, &session);
  watch(fan.poller, fan.connections[fan.receivers], fan.receivers);
  struct request requests[] = {
    request_named("activate", session), request_named("deactivate", session),
  };
  struct histogram *times = histogram_make();
  uint64_t processor = 0;
  for (long index = -warm_up_turns; index < turns; index += 1) {
    if (index == 0) processor = processor_time(server->process);
    uint64_t start = now();
    turn(&fan, &requests[index & 1]);
    if (index >= 0) histogram_note(times, now() - start);
    // Until the server sleeps again, as it would between two decisions of people.
    usleep(rest_microseconds);
  }
  uint64_t taken = processor_time(server->process) - processor;
  printf("notification %.0f\n", (double)fan.bytes / (double)fan.lines);
  printf("processor %.3f\n", (double)taken / (double)turns / fan.receivers);
  histogram_print(times, "latency", stdout);
  histogram_free(times);
}
