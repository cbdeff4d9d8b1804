// A region leaves errno alone, wherever it runs and whatever the runtime looks
// for on the way.
// RUN: %clang-plain -Wall -Werror -D_GNU_SOURCE %s -I%S/Inputs -o %t %link
// RUN: env VK_DRIVER_FILES=/dev/null/none OMP_NUM_THREADS=2 %run%t | FileCheck %s
// RUN: env VK_DRIVER_FILES=/dev/null/none LOFT_DEVICE=0 %run%t | FileCheck %s
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=2 LOFT_TRACE=/dev/null/none %run%t 2>&1 \
// RUN:   | FileCheck %s
// RUN: env LOFT_OFFLOAD=disabled LOFT_LOG=1 %run%t 2>/dev/full | FileCheck %s
// RUN: env LOFT_OFFLOAD=cpu LOFT_TEST_FAULT=mem:1+ LOFT_LOG=1 %run%t 2>/dev/full \
// RUN:   | FileCheck %s
// CHECK: all good
#include "rt_test.h"

#include <errno.h>

int
main(void) {
  static float x[3000000], y[3000000];
  rt_region r;
  axpy_init(&r);
  for (int k = 0; k < 12; k++) {
    errno = EXDEV;
    axpy_n(&r, k % 3 ? 3000000 : 10, 2, x, y, 1, 0);
    CHECK(errno == EXDEV);
  }
  CHECK(loft_peek_pointer((void *)8) == NULL && errno == EXDEV);
  printf("all good\n");
  return 0;
}
