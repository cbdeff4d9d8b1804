// A device that hangs keeps what it may still reach; the host's copy of an array
// that was worked on in place is freed.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_STAGING=64 RT_SPV=%t %run%t \
// RUN:   | FileCheck %s
// CHECK: all good
#include "rt_test.h"

#include <malloc.h>

enum { N = 1 << 20, LAUNCHES = 100 };

// Bytes that are allocated.
static size_t
allocated(void) {
  struct mallinfo2 m = mallinfo2();
  return m.uordblks + m.hblkhd;
}

int
main(void) {
  float *x = malloc(N * 4), *y = calloc(N, 4);
  rt_region r;
  CHECK(x && y);
  for (int i = 0; i < N; i++)
    x[i] = 1;
  axpy_init(&r);
  CHECK(axpy_n(&r, 1000, 1, x, y, 1, 0) == LOFT_ON_VULKAN);
  size_t before = allocated();
  loft_set("LOFT_TIMEOUT", "0.001");
  CHECK(axpy_n(&r, N, 1, x, y, LAUNCHES, 0) == LOFT_ON_CPU);
  CHECK(allocated() < before + 11 * N); // two arrays on the device, no third
  printf("all good\n");
  fflush(stdout);
  _Exit(0);
}
