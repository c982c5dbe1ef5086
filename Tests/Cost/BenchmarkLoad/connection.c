#include "load.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const uint64_t patience_nanoseconds = 10000000000;
enum { pause_microseconds = 2000 };

static char reply[most_reply_bytes];

struct request request_named(const char *name, int session) {
  static const char *const forms[][2] = {
    {"status", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server.status\"}\n"},
    {"activate",
     "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session.activate\",\"params\":{\"session\":%d}}\n"},
    {"deactivate",
     "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session.deactivate\","
     "\"params\":{\"session\":%d}}\n"},
    {"toggle",
     "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session.deactivate\","
     "\"params\":{\"session\":%d}},"
     "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"session.activate\","
     "\"params\":{\"session\":%d}}]\n"},
  };
  struct request request;
  for (size_t index = 0; index < sizeof forms / sizeof *forms; index += 1) {
    if (strcmp(forms[index][0], name) != 0) continue;
    int length = snprintf(request.bytes, sizeof request.bytes, forms[index][1], session, session);
    request.length = (size_t)length;
    return request;
  }
  fprintf(stderr, "audiosession-benchmark-load: %s: expected a request's name\n", name);
  exit(1);
}

int connect_to(const struct server *server) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(server->socket) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    give_up(server->socket);
  }
  strcpy(address.sun_path, server->socket);
  int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connection < 0) give_up("socket");
  // The server may just have been started.
  uint64_t end = now() + patience_nanoseconds;
  while (connect(connection, (struct sockaddr *)&address, sizeof address) < 0) {
    bool may_come = errno == ENOENT || errno == ECONNREFUSED;
    if (!may_come || now() > end) give_up(server->socket);
    usleep(pause_microseconds);
  }
  return connection;
}

void send_request(int connection, const struct request *request) {
  ssize_t sent = send(connection, request->bytes, request->length, MSG_NOSIGNAL);
  if (sent != (ssize_t)request->length) give_up("send");
}

size_t round_trip(int connection, const struct request *request) {
  send_request(connection, request);
  size_t length = 0;
  do {
    ssize_t size = recv(connection, reply + length, sizeof reply - 1 - length, 0);
    if (size == 0) errno = ECONNRESET;
    if (size <= 0) give_up("recv");
    length += (size_t)size;
  } while (reply[length - 1] != '\n');
  reply[length] = 0;
  return length;
}

static void require_success(const struct request *request) {
  if (strstr(reply, "\"error\"") == NULL) return;
  fprintf(stderr, "audiosession-benchmark-load: %.*s was refused: %s", (int)request->length - 1,
          request->bytes, reply);
  exit(1);
}

int open_session(const struct server *server, int connection, const char *options,
                 bool is_active) {
  if (!server->has_sessions) return 7;
  struct request request;
  int length = snprintf(request.bytes, sizeof request.bytes,
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session.open\",\"params\":"
                        "{\"category\":\"playback\",\"options\":[%s]}}\n",
                        options);
  request.length = (size_t)length;
  round_trip(connection, &request);
  require_success(&request);
  const char *member = strstr(reply, "\"session\":");
  if (member == NULL) {
    fprintf(stderr, "audiosession-benchmark-load: expected a session: %s", reply);
    exit(1);
  }
  int session = atoi(member + strlen("\"session\":"));
  if (is_active) {
    request = request_named("activate", session);
    round_trip(connection, &request);
    require_success(&request);
  }
  return session;
}

struct lines receive_lines(int connection) {
  struct lines lines = {0, 0};
  ssize_t size = recv(connection, reply, sizeof reply, MSG_DONTWAIT);
  if (size < 0 && errno == EAGAIN) return lines;
  if (size == 0) errno = ECONNRESET;
  if (size <= 0) give_up("recv");
  lines.bytes = (size_t)size;
  const char *end = reply + size;
  for (const char *line = reply; (line = memchr(line, '\n', (size_t)(end - line))); line += 1)
    lines.count += 1;
  return lines;
}

void watch(int poller, int connection, uint32_t number) {
  struct epoll_event event = {.events = EPOLLIN, .data.u32 = number};
  if (fcntl(connection, F_SETFL, O_NONBLOCK) < 0) give_up("O_NONBLOCK");
  if (epoll_ctl(poller, EPOLL_CTL_ADD, connection, &event) < 0) give_up("epoll_ctl");
}
