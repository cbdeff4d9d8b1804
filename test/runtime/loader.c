// A Vulkan loader that is no library, or not Vulkan's, and a home that cannot
// be written: the CPU, one line, the right answer.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: rm -rf %t.no %t.empty && mkdir -p %t.no %t.empty
// RUN: echo "no library" > %t.no/libvulkan.so.1
// RUN: %clang-plain -shared -DEMPTY %s -o %t.empty/libvulkan.so.1
// RUN: env LD_LIBRARY_PATH=%t.no LOFT_DEVICE=0 RT_SPV=%t %run%t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO
// RUN: env LD_LIBRARY_PATH=%t.empty LOFT_DEVICE=0 RT_SPV=%t %run%t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=EMPTY
// RUN: env HOME=/proc XDG_CACHE_HOME=/proc/none LOFT_DEVICE=llvmpipe \
// RUN:   RT_SPV=%t %run%t 2>&1 | FileCheck %s --check-prefix=HOME

// NO: loft: not using Vulkan: no Vulkan loader: {{.*}}libvulkan.so.1
// NO-NOT: loft:
// NO: cpu cpu
// EMPTY: loft: not using Vulkan: the Vulkan loader is older than Vulkan 1.1
// EMPTY-NOT: loft:
// EMPTY: cpu cpu
// HOME-NOT: loft:
// HOME: vulkan vulkan
#ifdef EMPTY
int nothing_of_vulkan;
#else
#include "rt_test.h"

int
main(void) {
  rt_region r;
  axpy_init(&r);
  for (int k = 0; k < 2; k++)
    printf("%s ", where_name(axpy_check(&r, 3000)));
  return 0;
}
#endif
