// Calls that pass by at once, and that nobody listens to, are reported all the
// same: each region with its own reason, also one whose descriptor lies where
// that of another was.
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: %run%t | FileCheck %s

// CHECK: one: too little work
// CHECK-NEXT: two: too little work
// CHECK-NEXT: one: too little work
// CHECK-NEXT: one: fastest by estimate: original 0.005 ms
// CHECK-NEXT: one: fastest by estimate: original 0.006 ms
// CHECK-NEXT: one: too little work
// CHECK-NEXT: other: too little work
// CHECK-NEXT: other: its run-time guard failed
// CHECK-NEXT: other: too little work
#include "rt_test.h"

// A kernel without items.
static void
kernel(const uint64_t *args, int64_t lo, int64_t hi) {
  (void)args, (void)lo, (void)hi;
}

// Calls a region, all of whose work is in order, twice, and prints the report.
static void
call(rt_region *r, double work, int ok) {
  loft_region_report report;
  loft_call c = {.work = work, .in_order = work, .launches = 1, .ok = ok};
  int where;
  for (int k = 0; k < 2; k++)
    if (loft_region_start(&r->desc, &c, 0, &where))
      puts("it was lifted");
  loft_last_region(&report, sizeof report);
  printf("%s: %s\n", report.name, report.why);
}

int
main(void) {
  static rt_region one, two;
  rt_region_init(&one, "one", 0, kernel, 0, NULL, 1);
  rt_region_init(&two, "two", 0, kernel, 0, NULL, 1);
  call(&one, 10, 1);
  call(&two, 10, 1);
  call(&one, 10, 1);
  call(&one, 5000, 1);
  call(&one, 6000, 1);
  call(&one, 10, 1);
  rt_region_init(&one, "other", 0, kernel, 0, NULL, 1);
  call(&one, 10, 1);
  call(&one, 10, 0);
  call(&one, 10, 1);
  return 0;
}
