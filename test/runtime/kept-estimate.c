// The model of a device does not count bytes that are there already.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -O1 -D_GNU_SOURCE -I%root -I%root/include -I%S/Inputs %s \
// RUN:   %root/runtime/*.c %root/runtime/core/*.c %root/runtime/cpu/*.c %root/runtime/vk/*.c -o %t -lm
// RUN: env RT_SPV=%t LOFT_DEVICE=llvmpipe %t | FileCheck %s
// CHECK: all good
#include "rt_test.h"
#include "runtime/core/choose.h"
#include "runtime/core/watch.h"
#include "runtime/vk/vk.h"

enum { N = 1 << 20 };
static float x[N], y[N];

// Runs axpy, and says how long the model takes the next run to be.
static double
run_and_estimate(rt_region *r, const char *keep) {
  loft_bind binds[2] = {
      {x, 0, N, 4, LOFT_READ, "x"},
      {y, 0, N, 4, LOFT_READ | LOFT_WRITE | LOFT_FULL, "y"},
  };
  loft_call call = {.binds = binds, .work = N, .launches = 1, .ok = 1};
  loft_set("LOFT_KEEP", keep);
  CHECK(axpy_n(r, N, 2, x, y, 1, 0) == LOFT_ON_VULKAN);
  rt_job job = rt_job_of(&call, 2);
  return rt_vk_backend.estimate(&r->desc, binds, &job).seconds;
}

int
main(void) {
  rt_region r;
  axpy_init(&r);
  double all = run_and_estimate(&r, "0"), some = run_and_estimate(&r, "1");
  double saved = (all - some) * 8e9; // bytes a second: vk/estimate.c
  double most = sizeof x + sizeof y;
  CHECK(all - run_and_estimate(&r, "0") == 0);
  if (rt_watch_possible())
    CHECK(saved > 0.99 * most && saved < 1.01 * most);
  printf("all good\n");
  return 0;
}
