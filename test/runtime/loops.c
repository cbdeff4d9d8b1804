// lavapipe leaves loops silently after 65535 iterations of a work-item: what
// may take more does not go there.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_LOG=1 LOFT_DEVICE=llvmpipe RT_SPV=%t %run%t 2>&1 | FileCheck %s

// CHECK: vulkan, llvmpipe
// CHECK: axpy (test.c:7): Vulkan did not do it: kernel axpy may take 65536 loop iterations, llvmpipe {{.*}} runs 65535; nothing is lost, the CPU does it
// CHECK: cpu, {{.*}}; Vulkan did not do it: kernel axpy may take 65536
// CHECK: Vulkan did not do it: kernel axpy may loop for longer
// CHECK: cpu,
// CHECK: all good
#include "rt_test.h"

int
main(void) {
  static float x[10], y[10];
  rt_region r;
  axpy_init(&r);
  CHECK(axpy_n(&r, 10, 1, x, y, 1, 65535) == LOFT_ON_VULKAN);
  CHECK(axpy_n(&r, 10, 1, x, y, 1, 65536) == LOFT_ON_CPU);
  CHECK(axpy_n(&r, 10, 1, x, y, 1, -1) == LOFT_ON_CPU);
  printf("all good\n");
  return 0;
}
