// Without a Vulkan driver regions run on the CPU; asking for a device, or for
// Vulkan at all cost, is answered in one line, and nothing ends the program.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env VK_DRIVER_FILES=%t.none VK_ICD_FILENAMES=%t.none \
// RUN:   LOFT_DEVICE=0 RT_SPV=%t %run%t 2>&1 | FileCheck %s --check-prefix=DEV
// RUN: env VK_DRIVER_FILES=%t.none VK_ICD_FILENAMES=%t.none \
// RUN:   LOFT_OFFLOAD=mandatory RT_SPV=%t %run%t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MUST
// RUN: env LOFT_DEVICE=nonsense RT_SPV=%t %run%t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NAME

// DEV: loft: not using Vulkan: vkCreateInstance: no driver
// DEV-NOT: loft:
// DEV: cpu cpu cpu failures 0
// MUST: loft: error: axpy (test.c:7): not on Vulkan as LOFT_OFFLOAD=mandatory asks, lifted CPU code runs: no Vulkan device: vkCreateInstance: no driver
// MUST: cpu cpu cpu failures 3
// NAME: loft: not using Vulkan: LOFT_DEVICE=nonsense is none of the 1 devices
// NAME-NOT: loft:
// NAME: cpu cpu cpu failures 0
#include "rt_test.h"

int
main(void) {
  rt_region r;
  axpy_init(&r);
  for (int k = 0; k < 3; k++) {
    int where = axpy_check(&r, 1000);
    printf("%s ", where_name(where));
  }
  printf("failures %lu\n", loft_offload_failures());
  return 0;
}
