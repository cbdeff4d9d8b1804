// LOFT_THREADS says how many threads a region may use, before what OpenMP's
// variables say; 0 leaves it to them.
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_OFFLOAD=cpu LOFT_TEST_GRAIN=5000 LOFT_THREADS=3 \
// RUN:   OMP_NUM_THREADS=2 %run%t | FileCheck %s
// CHECK: threads 3 2 4
#include "rt_test.h"

// Threads that a region of this thread runs on.
static unsigned
threads_here(void) {
  static rt_region region;
  loft_region_report report;
  axpy_init(&region);
  CHECK(axpy_check(&region, 1000000) == LOFT_ON_CPU);
  loft_last_region(&report, sizeof report);
  return report.threads;
}

int
main(void) {
  printf("threads %u", threads_here());
  CHECK(loft_set("LOFT_THREADS", "0") == 0);
  printf(" %u", threads_here());
  CHECK(loft_set("LOFT_THREADS", "4") == 0);
  printf(" %u\n", threads_here());
  return 0;
}
