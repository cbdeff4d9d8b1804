// A device that does not answer in time is left alone: the CPU does the work.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_TIMEOUT=0.001 LOFT_DEVICE=llvmpipe RT_SPV=%t %run%t 2>&1 \
// RUN:   | FileCheck %s

// CHECK: axpy (test.c:7): Vulkan did not do it: no answer from the device within 0.001 s (LOFT_TIMEOUT); nothing is lost, the CPU does it
// CHECK: all good
#include "rt_test.h"

int
main(void) {
  enum { N = 1 << 20, LAUNCHES = 100 };
  float *x = malloc(N * 4), *y = calloc(N, 4);
  rt_region r;
  CHECK(x && y);
  for (int i = 0; i < N; i++)
    x[i] = 1;
  axpy_init(&r);
  CHECK(axpy_n(&r, N, 1, x, y, LAUNCHES, 0) == LOFT_ON_CPU);
  for (int i = 0; i < N; i++)
    CHECK(y[i] == LAUNCHES);
  printf("all good\n");
  fflush(stdout);
  _Exit(0);
}
