// Starting a program in a process that waits for leave, and watching it as a shell watches a job.
#define _GNU_SOURCE
#include "CAudioSessionLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { signals = 64 };

uint64_t audiosession_signals_blocked(void) {
  sigset_t set;
  uint64_t bits = 0;
  if (sigprocmask(SIG_BLOCK, NULL, &set) != 0) return 0;
  for (int number = 1; number <= signals; number += 1) {
    if (sigismember(&set, number) == 1) bits |= (uint64_t)1 << (number - 1);
  }
  return bits;
}

int audiosession_signal_is_ignored(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

// Everything from here to the exec is safe between fork and exec: only system calls.

static void restore_signals(const struct audiosession_program *program) {
  static const int changed[] = {SIGPIPE, SIGCHLD};
  for (unsigned index = 0; index < sizeof changed / sizeof *changed; index += 1) {
    int isIgnored = (program->ignored >> (changed[index] - 1) & 1) != 0;
    signal(changed[index], isIgnored ? SIG_IGN : SIG_DFL);
  }
  sigset_t set;
  sigemptyset(&set);
  for (int number = 1; number <= signals; number += 1) {
    if (program->blocked >> (number - 1) & 1) sigaddset(&set, number);
    // The exec would undo it, but a signal that waits for its mask comes before.
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN) {
      signal(number, SIG_DFL);
    }
  }
  sigprocmask(SIG_SETMASK, &set, NULL);
}

static void append_number(char *text, uint64_t number) {
  char digits[20];
  int count = 0;
  do digits[count++] = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  text += strlen(text);
  while (count > 0) *text++ = digits[--count];
  *text = 0;
}

static void become(const struct audiosession_program *program, int gate, int failure) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGCONT);
  uint64_t number = 0;
  ssize_t size;
  do size = read(gate, &number, sizeof number);
  while (size < 0 && errno == EINTR);
  if (size != sizeof number) _exit(127);
  if (number != 0) append_number(program->environment[0], number);
  restore_signals(program);
  execvpe(program->path, program->arguments, program->environment + (number == 0));
  int code = errno;
  if (write(failure, &code, sizeof code) < 0) _exit(126);
  _exit(127);
}

// Waits until the parent has died, and continues the group, unless it is told to leave it alone.
static void guard_group(pid_t group, int end) {
  setsid();
  dup2(end, 0);
  close_range(1, ~0U, 0);
  char byte;
  ssize_t size;
  do size = read(0, &byte, 1);
  while (size < 0 && errno == EINTR);
  if (size == 0) kill(-group, SIGCONT);
  _exit(0);
}

// Starts a process that continues the group when this one dies, and returns the descriptor whose
// end tells it so; -1 on failure. The kernel continues a group that loses its parent only if it is
// stopped already: one whose members are just about to stop would stay so.
static int start_guard(pid_t group) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  pid_t pid = fork();
  if (pid == 0) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    // A child of init's: this process waits for its program only.
    pid_t guard = fork();
    if (guard == 0) guard_group(group, ends[0]);
    _exit(guard < 0 ? errno : 0);
  }
  int code = errno, status = 0;
  if (pid > 0) {
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    code = WIFEXITED(status) ? WEXITSTATUS(status) : ECHILD;
  }
  close(ends[0]);
  if (pid > 0 && code == 0) return ends[1];
  close(ends[1]);
  errno = code;
  return -1;
}

int32_t audiosession_program_start(
  const struct audiosession_program *program, int *gate, int *failure, int *guard) {
  int gates[2], failures[2];
  if (pipe2(gates, O_CLOEXEC) != 0) return -1;
  if (pipe2(failures, O_CLOEXEC) != 0) {
    close(gates[0]);
    close(gates[1]);
    return -1;
  }
  // The child has its program's name from the first moment: it may be looked at before it runs.
  char own[16] = "";
  prctl(PR_GET_NAME, own);
  const char *slash = strrchr(program->path, '/');
  prctl(PR_SET_NAME, slash ? slash + 1 : program->path);
  pid_t pid = fork();
  if (pid == 0) {
    close(gates[1]);
    close(failures[0]);
    become(program, gates[0], failures[1]);
  }
  int code = errno;
  prctl(PR_SET_NAME, own);
  close(gates[0]);
  close(failures[1]);
  *gate = gates[1];
  *failure = failures[0];
  if (pid < 0) {
    close(gates[1]);
    close(failures[0]);
  } else {
    // In both, since nobody knows which of them comes first.
    setpgid(pid, pid);
    *guard = start_guard(pid);
    if (*guard < 0) {
      code = errno;
      // The child exits, since its gate is closed.
      close(gates[1]);
      close(failures[0]);
      waitpid(pid, NULL, 0);
      pid = -1;
    }
  }
  errno = code;
  return pid;
}

int audiosession_child_change(int32_t pid, int *value) {
  siginfo_t information;
  const int all = WEXITED | WSTOPPED | WCONTINUED | WNOHANG;
  information.si_pid = 0;
  if (waitid(P_PID, (id_t)pid, &information, all | WNOWAIT) != 0) return -1;
  if (information.si_pid == 0) return 0;
  *value = information.si_status;
  switch (information.si_code) {
    case CLD_EXITED: return 1;
    case CLD_KILLED:
    case CLD_DUMPED: return 2;
    default: break;
  }
  // Taken, since it lives; what it did meanwhile comes with the next call.
  information.si_pid = 0;
  if (waitid(P_PID, (id_t)pid, &information, WSTOPPED | WCONTINUED | WNOHANG) != 0) return -1;
  if (information.si_pid == 0) return 0;
  *value = information.si_status;
  return information.si_code == CLD_CONTINUED ? 4 : 3;
}
