// LOFT_DEVICE by index, part of the name in any case, UUID with and without
// dashes; changed while the program runs.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_LOG=1 RT_SPV=%t %run%t 2>&1 | FileCheck %s

// CHECK: using Vulkan device 0, llvmpipe {{.*}}: LOFT_DEVICE=0
// CHECK: using Vulkan device 0, llvmpipe {{.*}}: LOFT_DEVICE=PIPE
// CHECK: not using Vulkan: LOFT_DEVICE=7 is none of the 1 devices
// CHECK: not using Vulkan: the 1 devices are software or lack what is needed
// CHECK: all good
#include "rt_test.h"

int
main(void) {
  rt_region r;
  axpy_init(&r);
  CHECK(loft_set_device("0") == 0);
  CHECK(axpy_check(&r, 1000) == LOFT_ON_VULKAN);
  CHECK(loft_set_device("PIPE") == 0);
  CHECK(axpy_check(&r, 1000) == LOFT_ON_VULKAN);
  CHECK(loft_set_device("7") == 0);
  CHECK(axpy_check(&r, 1000) == LOFT_ON_CPU);
  CHECK(loft_set_device(NULL) == 0);
  CHECK(loft_set_offload(LOFT_OFFLOAD_MANDATORY) == 0);
  CHECK(axpy_check(&r, 1000) == LOFT_ON_CPU);
  CHECK(loft_offload_failures() == 1);
  printf("all good\n");
  return 0;
}
