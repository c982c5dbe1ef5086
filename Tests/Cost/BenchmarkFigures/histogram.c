#include "figures.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
  part_bits = 8,
  parts = 1 << part_bits,
  buckets = (64 - part_bits + 1) * parts,
};

struct histogram {
  uint64_t total;
  uint64_t counts[buckets];
};

struct histogram *histogram_make(void) {
  struct histogram *histogram = calloc(1, sizeof *histogram);
  if (histogram == NULL) abort();
  return histogram;
}

void histogram_free(struct histogram *histogram) { free(histogram); }

// Above the exact values, the leading bit of a value says which doubling it belongs to, and the
// eight bits after it which part of that.
size_t histogram_bucket(uint64_t value) {
  if (value < parts) return (size_t)value;
  unsigned shift = 63 - part_bits - (unsigned)__builtin_clzll(value);
  return (size_t)(shift + 1) * parts + (size_t)((value >> shift) - parts);
}

uint64_t histogram_highest(size_t bucket) {
  if (bucket < parts) return bucket;
  unsigned shift = (unsigned)(bucket / parts) - 1;
  uint64_t lowest = (uint64_t)(parts + bucket % parts) << shift;
  return lowest + (((uint64_t)1 << shift) - 1);
}

void histogram_note(struct histogram *histogram, uint64_t value) {
  histogram->total += 1;
  histogram->counts[histogram_bucket(value)] += 1;
}

uint64_t histogram_total(const struct histogram *histogram) { return histogram->total; }

void histogram_print(const struct histogram *histogram, const char *name, FILE *stream) {
  fputs(name, stream);
  for (size_t bucket = 0; bucket < buckets; bucket += 1) {
    uint64_t count = histogram->counts[bucket];
    if (count == 0) continue;
    fprintf(stream, " %" PRIu64 ":%" PRIu64, histogram_highest(bucket), count);
  }
  fputc('\n', stream);
}
