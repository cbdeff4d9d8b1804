// An original loop that is known to be the fastest, and short, runs unasked in
// most calls; not for other work, nor where a setting wants something else, nor
// where it takes long.
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: %run%t | FileCheck %s

// CHECK: first call: asked
// CHECK: then unasked: most calls
// CHECK: later asked: at most 8 of 4000
// CHECK: more work: asked
// CHECK: cpu wanted: cpu
// CHECK: long original: asked
// CHECK: inexact: asked
#include "rt_test.h"

#include <string.h>
#include <unistd.h>

enum { WORK = 400000, LEARN = 100, CALLS = 640, LATER = 4000, SLOW = 300 };

static unsigned original_us;

// A kernel that takes long.
static void
kernel(const uint64_t *args, int64_t lo, int64_t hi) {
  (void)args, (void)lo, (void)hi;
  usleep(SLOW);
}

// A host function with one item.
static int
host(loft_run *run, void *user) {
  (void)user;
  return loft_run_launch(run, 0, 1, 1, 1, NULL, 0, 1);
}

// Calls the region; whether the original ran, unasked.
static int
call(rt_region *r, double work) {
  loft_region_report report;
  if (rt_call(r, NULL, work, 1, host, NULL) != LOFT_ON_ORIGINAL)
    return 0;
  if (original_us)
    usleep(original_us);
  loft_region_original_done(&r->desc);
  loft_last_region(&report, sizeof report);
  return strstr(report.why, "fastest in the calls before") != NULL;
}

// Calls it so many times; how often the original ran, unasked.
static int
count(rt_region *r, int calls) {
  int n = 0;
  while (calls-- > 0)
    n += call(r, WORK);
  return n;
}

// What the last one of many calls of a new region does.
static const char *
last(int flags) {
  static rt_region regions[2];
  static int n;
  rt_region *r = &regions[n++];
  rt_region_init(r, "other", 0, kernel, 0, NULL, 1);
  r->desc.flags = (uint32_t)flags;
  return count(r, LEARN) ? "unasked" : "asked";
}

int
main(void) {
  rt_region r;
  rt_region_init(&r, "nothing", 0, kernel, 0, NULL, 1);
  r.desc.flags = LOFT_EXACT;
  printf("first call: %s\n", call(&r, WORK) ? "unasked" : "asked");
  count(&r, LEARN);
  while (call(&r, WORK)) // up to one that asks
    ;
  int unasked = count(&r, CALLS);
  printf("then unasked: %s calls\n", unasked == CALLS          ? "all"
                                     : unasked > CALLS * 3 / 4 ? "most"
                                                               : "few");
  count(&r, LATER);
  printf("later asked: at most %d of %d\n",
         LATER - count(&r, LATER) <= 8 ? 8 : LATER, LATER);
  printf("more work: %s\n", call(&r, 4.0 * WORK) ? "unasked" : "asked");
  loft_set("LOFT_OFFLOAD", "cpu");
  printf("cpu wanted: %s\n",
         where_name(rt_call(&r, NULL, WORK, 1, host, NULL)));
  loft_set("LOFT_OFFLOAD", "default");
  original_us = 40;
  printf("long original: %s\n", last(LOFT_EXACT));
  original_us = 0;
  printf("inexact: %s\n", last(0));
  return 0;
}
