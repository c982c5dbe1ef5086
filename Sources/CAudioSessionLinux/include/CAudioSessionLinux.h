// Linux calls that Swift's Glibc module doesn't show, as functions and structures of our own.
//
// No feature macro here: read beside the Glibc module it would give two different `fd_set`s.
// Every function returns what its system call returns: −1 and `errno`, or the result.
#pragma once

#include <stdint.h>

// What accept4(2), with SOCK_NONBLOCK and SOCK_CLOEXEC, returns for a listening socket.
int audiosession_accept(int listener);

// Who connected, as the kernel saw it then; see SO_PEERCRED in unix(7).
struct audiosession_peer {
  int32_t pid;
  uint32_t uid;
  uint32_t gid;
};
int audiosession_peer_credentials(int socket, struct audiosession_peer *peer);

// A descriptor of the process that connected: SO_PEERPIDFD (Linux 6.5), else pidfd_open(2).
int audiosession_peer_pidfd(int socket);
int audiosession_pidfd_open(int32_t pid);

// The supplementary groups of the process that connected; SO_PEERGROUPS. Returns 0 and their
// number in `count`, or −1, ERANGE and the number that there is room needed for.
int audiosession_peer_groups(int socket, uint32_t *groups, uint32_t *count);

// epoll(7), level-triggered; a token of 64 bits comes back with each event.
enum {
  audiosession_epoll_add = 1,
  audiosession_epoll_delete = 2,
  audiosession_epoll_modify = 3,
};
enum {
  audiosession_epoll_in = 0x001,
  audiosession_epoll_out = 0x004,
  audiosession_epoll_error = 0x008,
  audiosession_epoll_hang_up = 0x010,
};
// Laid out as the kernel's own, so that a wait copies nothing; the .c file asserts it.
#if defined(__x86_64__)
#define AUDIOSESSION_EPOLL_PACKED __attribute__((packed))
#else
#define AUDIOSESSION_EPOLL_PACKED
#endif
struct audiosession_epoll_event {
  uint32_t events;
  uint64_t token;
} AUDIOSESSION_EPOLL_PACKED;
int audiosession_epoll_create(void);
int audiosession_epoll_control(
  int epoll, int operation, int descriptor, uint32_t events, uint64_t token);
int audiosession_epoll_wait(
  int epoll, struct audiosession_epoll_event *events, int capacity, int milliseconds);

// A timer on CLOCK_BOOTTIME; `nanoseconds` is absolute, 0 disarms it. See timerfd_create(2).
int audiosession_timer_create(void);
int audiosession_timer_set(int timer, int64_t nanoseconds);

// Blocks the signals and returns a signalfd(2) for them.
int audiosession_signal_descriptor(const int *signals, int count);
// The number of the next signal, or −1; EAGAIN if there is none.
int audiosession_signal_next(int descriptor);

// Fills `bytes` with random ones: how many, as getrandom(2).
long audiosession_random(void *bytes, unsigned long count);

// Sends one datagram, without waiting, with a duplicate of `descriptor` beside it; −1: without any.
// See SCM_RIGHTS in unix(7).
long audiosession_send_datagram(
  int socket, const void *bytes, unsigned long count, int descriptor);

// Memory with a descriptor, that an `execve` closes; see memfd_create(2).
int audiosession_memory_create(const char *name);
// Fixes its size for all its holders; see F_ADD_SEALS in fcntl(2). Done twice it changes nothing.
int audiosession_memory_seal(int memory);

// A word of shared memory, read or written whole and in the order of the program: who looks after
// this process was killed between two of them finds the first and not the second.
uint64_t audiosession_load(const uint64_t *word);
void audiosession_store(uint64_t *word, uint64_t value);

// Gives freed memory back to the system as soon as it can be: large pieces are mapped and unmapped
// each by itself, whatever was freed before. See mallopt(3). Returns 1, or 0 on error.
int audiosession_keep_heap_small(void);
// Gives back the pages that are free between those in use; see malloc_trim(3).
void audiosession_trim_heap(void);

// What the tools call the calling thread, 15 bytes at most; PR_SET_NAME of prctl(2).
int audiosession_thread_name(const char *name);

// Schedules this thread by SCHED_RR, its children as usual. One that runs for half of that time at a
// stretch is scheduled as usual from then on; a process that runs so long is ended (RLIMIT_RTTIME).
int audiosession_become_real_time(int priority, uint64_t microseconds);
// Returns 1 if that has happened to a thread since this was called last.
int audiosession_take_loss_of_real_time(void);
// See setpriority(2), of the whole process.
int audiosession_set_niceness(int niceness);

// A program to start by audiosession_program_start.
struct audiosession_program {
  // The program's file, with a slash.
  const char *path;
  // Its arguments, its name first, and its environment; both end in NULL. The first variable is
  // passed only if the gate is opened with a number, which is then written behind it: it has to be
  // a buffer with room for 20 digits.
  char *const *arguments;
  char **environment;
  // The signals, by bit number − 1, that it shall find blocked, and those of SIGPIPE and SIGCHLD
  // that it shall find ignored.
  uint64_t blocked;
  uint64_t ignored;
};
// Forks a process that leads a group of its own, and waits to become the program until a number of
// 64 bits arrives through the gate: 0 for none. If the gate is closed before, it exits.
//
// It is sent SIGCONT when its parent dies, and a guard sends it to the whole group, so that nothing
// stays stopped. Three descriptors are returned: `gate`, to write to; `failure`, from which end of
// file comes when the process has become the program, or else the `errno` of execve; and `guard`, at
// whose end the guard acts, unless a byte has told it before that there is nothing more to guard.
// Returns the pid, or −1; only for a process of one thread.
int32_t audiosession_program_start(
  const struct audiosession_program *program, int *gate, int *failure, int *guard);
// The signals that are blocked in this thread, by bit number − 1.
uint64_t audiosession_signals_blocked(void);
// Whether the process ignores a signal.
int audiosession_signal_is_ignored(int signal);

// What became of a child: 1 it exited (`value`: its status), 2 a signal ended it, 3 a signal stopped
// it (`value`: which), 4 it was continued; 0 nothing new, −1 error. One that ended isn't reaped.
int audiosession_child_change(int32_t pid, int *value);

// A variable of the environment; NULL if it is unset, or if the process has more rights than who
// started it (secure_getenv(3)).
const char *audiosession_environment_value(const char *name);
