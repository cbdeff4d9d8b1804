// examples/mpi/result.h: what the examples say of their results and times.
#ifndef RESULT_H
#define RESULT_H

#include <stdio.h>
#include <string.h>
#include <time.h>

// Seconds on a clock that only goes forward.
static inline double
result_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Says, beside the results, how long something took.
static inline void
result_time(const char *name, double began) {
  fprintf(stderr, "%s: %.3f s\n", name, result_now() - began);
}

// A number that differs where any bit of the "n" floats does.
static inline unsigned long long
result_hash(const float *a, size_t n) {
  unsigned long long hash = 0xcbf29ce484222325;
  for (size_t i = 0; i < n; i++) {
    unsigned bits;
    memcpy(&bits, &a[i], sizeof bits);
    hash = (hash ^ bits) * 0x100000001b3;
  }
  return hash;
}

#endif
