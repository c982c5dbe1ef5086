// What the programs of the benchmark note: how often which time was taken, and when a request of a
// fixed rate is due. Pure; the tests call it directly.
#ifndef AUDIOSESSION_BENCHMARK_FIGURES_H
#define AUDIOSESSION_BENCHMARK_FIGURES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Counts every value, none of them sampled, in buckets of a fixed relative width: values below 256
// exactly, and each doubling above that in 256 equal parts, so that a bucket spans 1/256 of its
// values at most.
struct histogram;

struct histogram *histogram_make(void);
void histogram_free(struct histogram *histogram);
void histogram_note(struct histogram *histogram, uint64_t value);

// How many values were noted.
uint64_t histogram_total(const struct histogram *histogram);

// The number of the bucket that holds a value.
size_t histogram_bucket(uint64_t value);

// The largest value that a bucket holds: what is reported for all of them, so that nothing is
// reported as faster than it was.
uint64_t histogram_highest(size_t bucket);

// Writes a line: the name, and " VALUE:COUNT" for each bucket that isn't empty, in ascending order.
void histogram_print(const struct histogram *histogram, const char *name, FILE *stream);

// Requests at a fixed rate, whatever became of those before them.
struct schedule {
  uint64_t start;       // nanoseconds
  uint64_t per_second;  // at least 1
};

// When request `number`, counted from 0, is to be sent, in nanoseconds.
uint64_t schedule_due(const struct schedule *schedule, uint64_t number);

// How many requests are to have been sent at a time: those whose time it is, or was before.
uint64_t schedule_count(const struct schedule *schedule, uint64_t now);

#endif
