#define _GNU_SOURCE
#include "CAudioSessionLinux.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// Younger than the headers that we build with; the numbers are the kernel's for ever.
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif
#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59
#endif

int audiosession_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int audiosession_peer_credentials(int socket, struct audiosession_peer *peer) {
  struct ucred credentials;
  socklen_t size = sizeof credentials;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return -1;
  peer->pid = credentials.pid;
  peer->uid = credentials.uid;
  peer->gid = credentials.gid;
  return 0;
}

int audiosession_peer_pidfd(int socket) {
  int descriptor = -1;
  socklen_t size = sizeof descriptor;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, &descriptor, &size) != 0) return -1;
  return descriptor;
}

int audiosession_pidfd_open(int32_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int audiosession_peer_groups(int socket, uint32_t *groups, uint32_t *count) {
  socklen_t size = *count * sizeof *groups;
  int result = getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &size);
  *count = size / sizeof *groups;
  return result;
}

static_assert(audiosession_epoll_add == EPOLL_CTL_ADD, "add");
static_assert(audiosession_epoll_delete == EPOLL_CTL_DEL, "delete");
static_assert(audiosession_epoll_modify == EPOLL_CTL_MOD, "modify");
static_assert(audiosession_epoll_in == EPOLLIN, "in");
static_assert(audiosession_epoll_out == EPOLLOUT, "out");
static_assert(audiosession_epoll_error == EPOLLERR, "error");
static_assert(audiosession_epoll_hang_up == EPOLLHUP, "hang up");
static_assert(sizeof(struct audiosession_epoll_event) == sizeof(struct epoll_event), "size");
static_assert(
  offsetof(struct audiosession_epoll_event, token) == offsetof(struct epoll_event, data),
  "place of the token");

int audiosession_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int audiosession_epoll_control(
  int epoll, int operation, int descriptor, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data.u64 = token};
  return epoll_ctl(epoll, operation, descriptor, &event);
}

int audiosession_epoll_wait(
  int epoll, struct audiosession_epoll_event *events, int capacity, int milliseconds) {
  return epoll_wait(epoll, (struct epoll_event *)events, capacity, milliseconds);
}

int audiosession_timer_create(void) {
  return timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
}

int audiosession_timer_set(int timer, int64_t nanoseconds) {
  struct itimerspec time = {
    .it_value = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000},
  };
  return timerfd_settime(timer, TFD_TIMER_ABSTIME, &time, NULL);
}

int audiosession_signal_descriptor(const int *signals, int count) {
  sigset_t set;
  sigemptyset(&set);
  for (int index = 0; index < count; index += 1) {
    if (sigaddset(&set, signals[index]) != 0) return -1;
  }
  if (sigprocmask(SIG_BLOCK, &set, NULL) != 0) return -1;
  return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

int audiosession_signal_next(int descriptor) {
  struct signalfd_siginfo information;
  ssize_t size = read(descriptor, &information, sizeof information);
  return size == sizeof information ? (int)information.ssi_signo : -1;
}

long audiosession_random(void *bytes, unsigned long count) { return getrandom(bytes, count, 0); }

long audiosession_send_datagram(
  int socket, const void *bytes, unsigned long count, int descriptor) {
  struct iovec text = {.iov_base = (void *)bytes, .iov_len = count};
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof descriptor)];
  } control = {0};
  struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1};
  if (descriptor >= 0) {
    message.msg_control = &control;
    message.msg_controllen = sizeof control.room;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  return sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

int audiosession_memory_create(const char *name) {
  return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int audiosession_memory_seal(int memory) {
  const int seals = F_SEAL_SHRINK | F_SEAL_GROW;
  int present = fcntl(memory, F_GET_SEALS);
  if (present < 0 || (present & seals) == seals) return present < 0 ? -1 : 0;
  return fcntl(memory, F_ADD_SEALS, seals);
}

int audiosession_keep_heap_small(void) {
  return mallopt(M_MMAP_THRESHOLD, 128 * 1024) && mallopt(M_TRIM_THRESHOLD, 128 * 1024);
}

void audiosession_trim_heap(void) { malloc_trim(0); }

uint64_t audiosession_load(const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_SEQ_CST); }

void audiosession_store(uint64_t *word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_SEQ_CST);
}

int audiosession_thread_name(const char *name) {
  return prctl(PR_SET_NAME, name, 0, 0, 0);
}

static volatile sig_atomic_t real_time_was_lost;

// By SIGXCPU, at the soft limit: it goes on as an ordinary process.
static void leave_real_time(int signal) {
  (void)signal;
  int error = errno;
  const struct sched_param parameters = {.sched_priority = 0};
  sched_setscheduler(0, SCHED_OTHER | SCHED_RESET_ON_FORK, &parameters);
  real_time_was_lost = 1;
  errno = error;
}

int audiosession_become_real_time(int priority, uint64_t microseconds) {
  const struct sigaction action = {.sa_handler = leave_real_time, .sa_flags = SA_RESTART};
  if (sigaction(SIGXCPU, &action, NULL) < 0) return -1;
  // The kernel raises the soft limit when it is reached.
  const struct rlimit limit = {.rlim_cur = microseconds / 2, .rlim_max = microseconds};
  if (setrlimit(RLIMIT_RTTIME, &limit) < 0) return -1;
  const struct sched_param parameters = {.sched_priority = priority};
  if (sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &parameters) < 0) return -1;
  // What it ran before it lost real time counts until it sleeps.
  const struct timespec moment = {.tv_nsec = 100000};
  nanosleep(&moment, NULL);
  return 0;
}

int audiosession_take_loss_of_real_time(void) {
  if (!real_time_was_lost) return 0;
  real_time_was_lost = 0;
  return 1;
}

int audiosession_set_niceness(int niceness) {
  return setpriority(PRIO_PROCESS, 0, niceness);
}

const char *audiosession_environment_value(const char *name) { return secure_getenv(name); }
