// runtime/core/pace.c: the sizes of chunks; see pace.h.
#include "runtime/core/pace.h"

static const double enough = 0.8; // use of the device
static const double weight = 0.5; // of the last chunk in averages
static const double same = 0.02;  // a smaller change of times is none
static const double grow = 2, shrink = 0.70710678; // 1 / sqrt(2)

// The average "old" (0: none yet) with "now".
static double
average(double old, double now) {
  return old > 0 ? old + weight * (now - old) : now;
}

void
rt_pace_init(rt_pace *p, int64_t most) {
  *p = (rt_pace){.size = most > 1 ? most : 1, .most = most > 1 ? most : 1};
}

void
rt_pace_note(rt_pace *p, int64_t n, double seconds, double busy) {
  if (!(seconds > 0))
    return;
  double each = seconds / (double)n, before = p->each, by = 1;
  p->busy = average(p->busy, busy / seconds);
  p->each = average(before, each);
  if (p->busy < enough || (before > 0 && each < before * (1 - same)))
    by = grow;
  else if (before > 0 && each > before * (1 + same))
    by = shrink;
  double next = (double)p->size * by;
  p->size = next < 1 ? 1 : next < (double)p->most ? (int64_t)next : p->most;
}
