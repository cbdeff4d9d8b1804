// Arrays larger than all staging memory in flight.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_STAGING=1 RT_SPV=%t %run%t \
// RUN:   | FileCheck %s

// CHECK: all good
#include "rt_test.h"

int
main(void) {
  rt_region r;
  axpy_init(&r);
  CHECK(axpy_check(&r, (40 << 18) + 12345) == LOFT_ON_VULKAN);
  CHECK(axpy_check(&r, (40 << 18) + 12345) == LOFT_ON_VULKAN);
  printf("all good\n");
  return 0;
}
