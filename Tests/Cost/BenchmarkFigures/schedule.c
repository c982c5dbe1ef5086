#include "figures.h"

// In whole seconds and the rest, so that neither product exceeds 64 bits.
uint64_t schedule_due(const struct schedule *schedule, uint64_t number) {
  uint64_t seconds = number / schedule->per_second;
  uint64_t rest = number % schedule->per_second;
  uint64_t nanoseconds = (rest * 1000000000 + schedule->per_second - 1) / schedule->per_second;
  return schedule->start + seconds * 1000000000 + nanoseconds;
}

uint64_t schedule_count(const struct schedule *schedule, uint64_t now) {
  if (now < schedule->start) return 0;
  uint64_t passed = now - schedule->start;
  uint64_t seconds = passed / 1000000000;
  uint64_t rest = passed % 1000000000;
  return seconds * schedule->per_second + rest * schedule->per_second / 1000000000 + 1;
}
