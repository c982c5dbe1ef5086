#define _GNU_SOURCE
#include "machine.h"

#include <errno.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

void give_up(const char *what) {
  fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, strerror(errno));
  exit(1);
}

static uint64_t read_clock(clockid_t clock) {
  struct timespec time;
  if (clock_gettime(clock, &time) < 0) give_up("clock_gettime");
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

uint64_t now(void) { return read_clock(CLOCK_MONOTONIC); }

uint64_t processor_time(pid_t process) {
  clockid_t clock;
  int code = clock_getcpuclockid(process, &clock);
  if (code != 0) {
    errno = code;
    give_up("the process that is measured");
  }
  return read_clock(clock);
}

void pin(int number) {
  // As they were before this process, or the one that forked it, pinned itself.
  static cpu_set_t usable;
  static bool is_known;
  if (!is_known && sched_getaffinity(0, sizeof usable, &usable) < 0) give_up("sched_getaffinity");
  is_known = true;
  int last = CPU_COUNT(&usable) - 1;
  int left = number < last ? number : last;
  int processor = 0;
  while (!CPU_ISSET(processor, &usable) || left > 0) {
    if (CPU_ISSET(processor, &usable)) left -= 1;
    processor += 1;
  }
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  if (sched_setaffinity(0, sizeof one, &one) < 0) give_up("sched_setaffinity");
}

void open_many_files(void) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) < 0) give_up("getrlimit");
  files.rlim_cur = files.rlim_max;
  if (setrlimit(RLIMIT_NOFILE, &files) < 0) give_up("setrlimit");
}

struct memory memory_of(pid_t process) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", process);
  FILE *file = fopen(path, "re");
  if (file == NULL) give_up(path);
  struct memory memory = {0, 0};
  while (fgets(line, sizeof line, file) != NULL) {
    long size;
    if (sscanf(line, "Rss: %ld", &size) == 1) memory.resident = size;
    if (sscanf(line, "Private_Clean: %ld", &size) == 1) memory.own += size;
    if (sscanf(line, "Private_Dirty: %ld", &size) == 1) memory.own += size;
  }
  fclose(file);
  return memory;
}

pid_t first_child(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", process, process);
  FILE *file = fopen(path, "re");
  if (file == NULL) give_up(path);
  int child = 0;
  if (fscanf(file, "%d", &child) != 1) child = 0;
  fclose(file);
  return child;
}
