// What the programs of the benchmark ask the machine for. Whatever fails ends the program with a
// message: a figure that couldn't be taken must not look like one.
#ifndef AUDIOSESSION_BENCHMARK_MACHINE_H
#define AUDIOSESSION_BENCHMARK_MACHINE_H

#include <stdint.h>
#include <sys/types.h>

// Ends the program with what errno says.
_Noreturn void give_up(const char *what);

// CLOCK_MONOTONIC, in nanoseconds.
uint64_t now(void);

// The processor time that a process has taken, all threads of it, in nanoseconds.
uint64_t processor_time(pid_t process);

// Runs this process, and what it becomes or starts, only on one of the processors that it may use:
// the one with this number among them, or the last if there are fewer.
void pin(int number);

// Raises the limit of open files as far as it goes.
void open_many_files(void);

struct memory {
  long resident;  // KiB, as in Rss of smaps_rollup
  long own;       // KiB that no other process shares
};

struct memory memory_of(pid_t process);

// The first child of a process, or 0.
pid_t first_child(pid_t process);

#endif
