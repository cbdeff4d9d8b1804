// A device that cannot be used says why, once, and the CPU does the work.
// Mesa's driver for AMD, without hardware, has no memory.
// REQUIRES: radv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: env VK_DRIVER_FILES=%radv RADV_FORCE_FAMILY=navi21 LOFT_DEVICE=0 \
// RUN:   RT_SPV=%t %run%t 2>&1 | FileCheck %s
// CHECK: loft: not using Vulkan: Null hardware (RADV NAVI21) has no memory that the host can reach
// CHECK-NOT: loft:
// CHECK: all good
#include "rt_test.h"

int
main(void) {
  rt_region r;
  axpy_init(&r);
  for (int k = 0; k < 4; k++)
    CHECK(axpy_check(&r, 100000) == LOFT_ON_CPU);
  printf("all good\n");
  return 0;
}
