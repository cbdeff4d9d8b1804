// runtime/cpu/learn.c: one thread or all; see learn.h.
#include "runtime/cpu/learn.h"

#include <math.h>
#include <stdbool.h>

#include "runtime/core/log.h"
#include "runtime/cpu/pool.h"

// Waking all threads, seconds, where it was not measured yet.
static const double wake_time = 5e-6;
// A loop that may take less, seconds, is run by one thread first.
static const double known_first = 0.5e-3;

// Whether waking threads can pay, by the measured single-thread time; until it
// is known, short loops stay on one thread.
static bool
may_gain(const rt_timing *timing, double alone, int threads) {
  if (!rt_timing_knows(timing, 0))
    return alone > known_first;
  alone = rt_timing_correct(timing, 0, alone);
  return alone / threads + wake_time < alone;
}

int
rt_cpu_share_learned(rt_timing *timing, double alone, int64_t n, int64_t grain,
                     int threads,
                     void (*fn)(void *user, int64_t lo, int64_t hi),
                     void *user) {
  bool timed;
  const double model[2] = {alone, alone / threads + wake_time};
  double seconds[RT_ALTERNATIVES] = {
      model[0], may_gain(timing, alone, threads) ? model[1] : INFINITY,
      INFINITY};
  int all = rt_timing_pick(timing, seconds, &timed);
  double start = timed ? rt_now() : 0;
  int used = rt_cpu_share(n, grain, all ? threads : 1, fn, user);
  if (timed)
    rt_timing_record(timing, all, model[all], rt_now() - start);
  return used;
}
