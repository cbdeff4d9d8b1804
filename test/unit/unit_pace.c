// unit_pace: how many iterations chunks have, by simulated devices.
#include "runtime/core/pace.h"

#include <string.h>

#include "unit.h"

// A device: seconds that a chunk takes whatever its size, those of an
// iteration, and those of one beyond so many, which no cache holds.
typedef struct device {
  double launch, each;
  int64_t cached;
  double beyond;
} device;

// The seconds of "n" iterations; *busy: those that the device is used for.
static double
run(const device *d, int64_t n, double *busy) {
  *busy = d->each * (double)n;
  if (n > d->cached)
    *busy += d->beyond * (double)(n - d->cached);
  return *busy + d->launch;
}

// The iterations of the last of 40 chunks, after the first size.
static int64_t
settle(const device *d, rt_pace *p) {
  for (int k = 0; k < 40; k++) {
    double busy, seconds = run(d, p->size, &busy);
    rt_pace_note(p, p->size, seconds, busy);
    CHECK(p->size >= 1 && p->size <= p->most);
  }
  return p->size;
}

int
main(void) {
  rt_pace p;
  double busy, seconds;
  // It begins with all that fit, and stays there where that is best.
  rt_pace_init(&p, 1000);
  CHECK(p.size == 1000 && p.most == 1000);
  CHECK(settle(&(device){1e-4, 1e-6, 1000, 0}, &p) == 1000);
  // From small chunks it grows until the device is used.
  rt_pace_init(&p, 1 << 20);
  p.size = 1;
  device quick = {1e-3, 1e-6, 1 << 20, 0};
  int64_t n = settle(&quick, &p);
  seconds = run(&quick, n, &busy);
  CHECK(busy / seconds > 0.8);
  // Where large chunks are slow, they shrink once that shows.
  rt_pace_init(&p, 1 << 20);
  p.size = 1 << 10;
  n = settle(&(device){1e-5, 1e-6, 1 << 14, 4e-6}, &p);
  CHECK(n >= 1 << 10 && n < 1 << 18);
  // A chunk that took no time says nothing.
  rt_pace before = p;
  rt_pace_note(&p, 10, 0, 0);
  CHECK(memcmp(&p, &before, sizeof p) == 0);
  rt_pace_init(&p, 0);
  CHECK(p.size == 1 && settle(&quick, &p) == 1);
  printf("all good\n");
  return 0;
}
