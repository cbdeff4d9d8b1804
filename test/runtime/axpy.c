// One region on each of the three places, and what the log and
// loft_last_region say of it.
// REQUIRES: vulkan, validation
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=disabled RT_SPV=%t %run%t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ORIG
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu RT_SPV=%t %run%t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CPU
// RUN: env LOFT_LOG=1 LOFT_DEVICE=llvmpipe RT_SPV=%t %validated%run%t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VK --implicit-check-not=UID
// RUN: env LOFT_LOG=1 LOFT_DEVICE=llvmpipe LOFT_TEST_STAGING=1 RT_SPV=%t \
// RUN:   %validated%run%t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VK --implicit-check-not=UID
// RUN: env LOFT_LOG=1 RT_SPV=%t %run%t 2>&1 | FileCheck %s --check-prefix=DEF

// ORIG: loft: axpy (test.c:7): original: LOFT_OFFLOAD=disabled
// ORIG: ran original 1000000: original, LOFT_OFFLOAD=disabled, up 0, down 0
// CPU: loft: axpy (test.c:7): cpu, 2 threads: total {{.*}} ms; LOFT_OFFLOAD=cpu
// CPU: ran cpu 1000000: cpu, LOFT_OFFLOAD=cpu, up 0, down 0
// VK: loft: using Vulkan device 0, llvmpipe {{.*}}: LOFT_DEVICE=llvmpipe
// VK: loft: axpy (test.c:7): vulkan, llvmpipe {{.*}}: up 7.63 MiB
// VK-SAME: {{ [0-9.]+}} ms, device {{[0-9.]+}} ms, down 3.81 MiB
// VK-SAME: {{ [0-9.]+}} ms, total {{[0-9.]+}} ms; LOFT_DEVICE
// VK: ran vulkan 1000000: llvmpipe {{.*}}, LOFT_DEVICE, up 8000000, down 4000000
// VK: ran vulkan 1:
// VK: ran vulkan 0:
// Software devices are not taken unasked, and little work stays as it was.
// DEF-NOT: using Vulkan
// DEF: ran {{original|cpu}} 1000000: {{.*}}fastest by estimate
// DEF: ran original 1: original, too little work
#include "rt_test.h"

int
main(void) {
  rt_region r;
  loft_region_report report;
  CHECK(loft_last_region(&report, sizeof report) == LOFT_RAN_NOTHING);
  axpy_init(&r);
  for (int64_t n = 1000000;; n = n > 1 ? 1 : 0) {
    int where = axpy_check(&r, n);
    CHECK((int)loft_last_region(&report, sizeof report) == where);
    fflush(stdout);
    printf("ran %s %lld: %s, %s, up %llu, down %llu\n", where_name(where),
           (long long)n, report.device, report.why,
           (unsigned long long)report.bytes_up,
           (unsigned long long)report.bytes_down);
    fflush(stdout);
    CHECK(report.line == 7 && strcmp(report.name, "axpy") == 0);
    if (n == 0)
      return 0;
  }
}
