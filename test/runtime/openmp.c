// Inside a parallel region of the program a region runs on its own thread
// alone; outside it uses what OMP_NUM_THREADS says, or omp_set_num_threads.
// RUN: %clang-plain -fopenmp -L/usr/lib/llvm-%llvm/lib -Wall -Werror %s \
// RUN:   -I%S/Inputs -o %t %link
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=2 %run%t | FileCheck %s

// CHECK: outside 2 inside 1 set 3
// CHECK: all good
#include "rt_test.h"

extern void omp_set_num_threads(int n);

int
main(void) {
  rt_region r;
  loft_region_report report;
  unsigned outside, inside = 0;
  axpy_init(&r);
  CHECK(axpy_check(&r, 3000000) == LOFT_ON_CPU);
  loft_last_region(&report, sizeof report);
  outside = report.threads;
#pragma omp parallel for reduction(max : inside)
  for (int k = 0; k < 8; k++) {
    loft_region_report mine;
    CHECK(axpy_check(&r, 3000000) == LOFT_ON_CPU);
    loft_last_region(&mine, sizeof mine);
    inside = mine.threads;
  }
  omp_set_num_threads(3);
  CHECK(axpy_check(&r, 3000000) == LOFT_ON_CPU);
  loft_last_region(&report, sizeof report);
  printf("outside %u inside %u set %u\nall good\n", outside, inside,
         report.threads);
  return 0;
}
