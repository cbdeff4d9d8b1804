// Where lifted code has the bits of the original, the original runs if it is
// the faster one, and lifted code if that is; an original loop that never
// reaches its end is not chosen for ever.
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: %run%t | FileCheck %s

// CHECK: lifted slow: most original
// CHECK: original slow: most cpu
// CHECK: left in the middle: most cpu
// CHECK: inexact, lifted slow: most cpu
// CHECK: all good
#include "rt_test.h"

#include <stdbool.h>
#include <unistd.h>

enum { WORK = 400000, CALLS = 100, SLOW = 300 };

static unsigned lifted_us, original_us;

// A kernel that takes lifted_us microseconds.
static void
kernel(const uint64_t *args, int64_t lo, int64_t hi) {
  (void)args, (void)lo, (void)hi;
  if (lifted_us)
    usleep(lifted_us);
}

// A host function with one item.
static int
host(loft_run *run, void *user) {
  (void)user;
  return loft_run_launch(run, 0, 1, 1, 1, NULL, 0, 1);
}

// Calls the region many times; what ran more often.
static const char *
most(int flags, bool finish) {
  static rt_region regions[4];
  static int n;
  rt_region *r = &regions[n++];
  int counts[3] = {0};
  rt_region_init(r, "nothing", 0, kernel, 0, NULL, 1);
  r->desc.flags = (uint32_t)flags;
  for (int k = 0; k < CALLS; k++) {
    int where = rt_call(r, NULL, WORK, 1, host, NULL);
    counts[where]++;
    if (where != LOFT_ON_ORIGINAL || !finish)
      continue;
    if (original_us)
      usleep(original_us);
    loft_region_original_done(&r->desc);
  }
  return where_name(counts[LOFT_ON_CPU] > counts[LOFT_ON_ORIGINAL]);
}

int
main(void) {
  lifted_us = SLOW;
  printf("lifted slow: most %s\n", most(LOFT_EXACT, true));
  lifted_us = 0, original_us = SLOW;
  printf("original slow: most %s\n", most(LOFT_EXACT, true));
  original_us = 0;
  printf("left in the middle: most %s\n", most(LOFT_EXACT, false));
  lifted_us = SLOW;
  printf("inexact, lifted slow: most %s\n", most(0, true));
  printf("all good\n");
  return 0;
}
