// A kernel that needs what the device has not goes to the CPU; so does one
// whose module is damaged.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_LOG=1 LOFT_DEVICE=llvmpipe RT_SPV=%t %run%t 2>&1 | FileCheck %s

// CHECK: Vulkan did not do it: kernel axpy needs a feature, which llvmpipe
// CHECK: Vulkan did not do it: kernel axpy needs larger work-groups than llvmpipe
// CHECK: Vulkan did not do it: kernel axpy is no SPIR-V for Vulkan 1.2
// CHECK: all good
#include "rt_test.h"

int
main(void) {
  static const uint32_t junk[8] = {1, 2, 3};
  rt_region r;
  axpy_init(&r);
  r.gpu.features |= 1u << 31;
  CHECK(axpy_check(&r, 10) == LOFT_ON_CPU);
  axpy_init(&r);
  r.gpu.local[0] = 1 << 20;
  CHECK(axpy_check(&r, 10) == LOFT_ON_CPU);
  axpy_init(&r);
  r.gpu.spirv = junk;
  CHECK(axpy_check(&r, 10) == LOFT_ON_CPU);
  printf("all good\n");
  return 0;
}
