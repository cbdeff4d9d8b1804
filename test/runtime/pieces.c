// Each item runs once, whatever the number of threads: one share of the pieces
// each, several threads a share, threads without pieces.
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=1 %run%t | FileCheck %s
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=3 %run%t | FileCheck %s
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=100 %run%t | FileCheck %s
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=8 OMP_THREAD_LIMIT=2 %run%t \
// RUN:   | FileCheck %s

// CHECK: all good
#include "rt_test.h"

int
main(void) {
  rt_region r;
  axpy_init(&r);
  for (int n = 1; n < 4000000; n = 5 * n + 3)
    CHECK(axpy_check(&r, n) == LOFT_ON_CPU);
  printf("all good\n");
  return 0;
}
