// Of an array that is not written in full only what the region changed comes
// back: what others wrote meanwhile stays.
// REQUIRES: vulkan, validation
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/evens.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.evens.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe RT_SPV=%t %validated%run%t | FileCheck %s \
// RUN:   --implicit-check-not=UID
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_STAGING=64 RT_SPV=%t %validated%run%t \
// RUN:   | FileCheck %s --implicit-check-not=UID

// CHECK: all good
#include "rt_test.h"

enum { N = 100000 };
static float x[N], y[2 * N];

// Writes the even elements, lets that happen, then changes the odd ones here.
static int
host(loft_run *run, void *user) {
  uint64_t args[2] = {loft_run_handle(run, 0), loft_run_handle(run, 1)}, bits;
  (void)user;
  if (loft_run_launch(run, 0, N, 1, 1, args, 0, 1) ||
      loft_run_load(run, args[1], 2 * 77, 4, &bits))
    return 1;
  float seen;
  memcpy(&seen, &bits, 4);
  CHECK(seen == 77 && bits >> 32 == 0);
  for (int i = 1; i < 2 * N; i += 2)
    y[i] = -2;
  return 0;
}

int
main(void) {
  rt_region r;
  for (int i = 0; i < N; i++) {
    x[i] = (float)i;
    y[2 * i] = y[2 * i + 1] = -1;
  }
  rt_region_init(&r, "evens", 2, evens_cpu, 2, evens_params, 1);
  loft_bind binds[2] = {{x, 0, N, 4, LOFT_READ, "x"},
                        {y, 0, 2 * N - 1, 4, LOFT_WRITE, "y"}};
  CHECK(rt_call(&r, binds, 1e9, 1, host, NULL) == LOFT_ON_VULKAN);
  for (int i = 0; i < N; i++)
    CHECK(y[2 * i] == (float)i && y[2 * i + 1] == -2);
  printf("all good\n");
  return 0;
}
