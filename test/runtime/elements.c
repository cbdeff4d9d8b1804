// Temporary arrays, single elements, pointers, and many launches in one run.
// REQUIRES: vulkan, validation
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_OFFLOAD=cpu %run%t cpu | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe RT_SPV=%t %validated%run%t vulkan \
// RUN:   | FileCheck %s --implicit-check-not=UID
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_STAGING=1 RT_SPV=%t \
// RUN:   %validated%run%t vulkan | FileCheck %s --implicit-check-not=UID

// CHECK: all good
#include "rt_test.h"

enum { N = 1000, STEPS = 5000 };

// Keeps the address of y for the host function.
static void *
run_y(float *y) {
  static float *kept;
  kept = y ? y : kept;
  return kept;
}

// Adds 1.0 * t to y, STEPS times, with a temporary t made anew each time and
// seeded with single elements; ends with a look at y[3].
static int
host(loft_run *run, void *user) {
  loft_handle y = loft_run_handle(run, 1), t;
  uint64_t args[3] = {0, y, 0}, bits;
  float one = 1, seen;
  (void)user;
  memcpy(&args[2], &one, sizeof one);
  CHECK(loft_run_pointer(run, y) == run_y(NULL));
  for (int k = 0; k < STEPS; k++) {
    if (loft_run_alloc(run, N, 4, &t))
      return 1;
    args[0] = t;
    for (int i = 0; i < 4; i++) {
      float v = (float)i;
      memcpy(&bits, &v, 4);
      if (loft_run_store(run, t, i, 4, bits))
        return 1;
    }
    if (loft_run_launch(run, 0, 4, 1, 1, args, 0, 2))
      return 1;
    loft_run_free(run, t);
    loft_run_free(run, y); // no temporary: nothing happens
  }
  if (loft_run_load(run, y, 3, 4, &bits))
    return 1;
  memcpy(&seen, &bits, 4);
  CHECK(seen == 3 * STEPS + 3);
  if (loft_run_alloc(run, 0, 8, &t))
    return 1;
  return 0;
}

int
main(int argc, char **argv) {
  static float x[N], y[N];
  rt_region r;
  axpy_init(&r);
  CHECK(argc == 2);
  run_y(y);
  for (int i = 0; i < N; i++)
    y[i] = (float)i;
  loft_bind binds[2] = {{x, 0, N, 4, LOFT_READ, "x"},
                        {y, 0, N, 4, LOFT_READ | LOFT_WRITE, "y"}};
  int where = rt_call(&r, binds, 1e9, 1, host, NULL);
  CHECK(strcmp(where_name(where), argv[1]) == 0);
  for (int i = 0; i < N; i++)
    CHECK(y[i] == (float)i + (i < 4 ? (float)(i * STEPS) : 0));
  printf("all good\n");
  return 0;
}
