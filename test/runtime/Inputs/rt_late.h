// rt_late.h: an axpy that stays in its region for a while, for tests of what
// others do meanwhile.
#ifndef RT_LATE_H
#define RT_LATE_H

#include <stdatomic.h>

#include "rt_test.h"

enum { LATE_N = 1000 };

// y = 2 * x + y on LATE_N elements, launched "us" microseconds after the region
// was entered.
typedef struct late_axpy {
  rt_region region;
  float x[LATE_N], y[LATE_N];
  useconds_t us;
  atomic_int entered, launched;
} late_axpy;

// The host function of a late_axpy.
static inline int
late_host(loft_run *run, void *user) {
  late_axpy *l = user;
  axpy_args args = {LATE_N, 2, 1, 0};
  l->entered = 1;
  usleep(l->us);
  l->launched++;
  return axpy_host(run, &args);
}

// Runs it; returns where.
static inline int
late_run(late_axpy *l) {
  loft_bind binds[2] = {
      {l->x, 0, LATE_N, 4, LOFT_READ, "x"},
      {l->y, 0, LATE_N, 4, LOFT_READ | LOFT_WRITE | LOFT_FULL, "y"},
  };
  return rt_call(&l->region, binds, 1e6, 1, late_host, l);
}

// Fills in the region, and x[i] = i.
static inline void
late_init(late_axpy *l, useconds_t us) {
  axpy_init(&l->region);
  l->us = us;
  for (int i = 0; i < LATE_N; i++)
    l->x[i] = (float)i;
}

// Whether y is what it becomes of zeros.
static inline int
late_is_done(const late_axpy *l) {
  return l->y[LATE_N - 1] == 2 * (LATE_N - 1);
}

// Waits until it is in its region.
static inline void
late_await(const late_axpy *l) {
  while (!l->entered)
    usleep(100);
}

#endif
