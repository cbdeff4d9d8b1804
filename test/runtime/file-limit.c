// Files that the process may not make longer (ulimit -f) end neither it, by
// SIGXFSZ, nor the list of events: a trace holds what fitted.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: rm -rf %t.cache && mkdir %t.cache
// RUN: env LOFT_DEVICE=llvmpipe RT_SPV=%t LOFT_CACHE=%t.cache LOFT_LOG=1 \
// RUN:   MESA_SHADER_CACHE_DISABLE=true MESA_GLSL_CACHE_DISABLE=true \
// RUN:   %run%t 0 1 2>&1 | FileCheck %s --check-prefix=CACHE
// CACHE: kernel cache: it cannot be written
// CACHE: all good
// RUN: env LOFT_OFFLOAD=cpu LOFT_TRACE=%t.json %run%t 5000 100 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TRACE
// TRACE: loft: no trace: cannot write {{.*}}: File too large
// TRACE-NOT: loft:
// TRACE: all good
// RUN: python3 -c "import json; print(len(json.load(open('%t.json'))), 'events')" | FileCheck %s
// CHECK: {{[1-9][0-9]}} events
// RUN: env LOFT_OFFLOAD=cpu LOFT_TRACE=%t.json %run%t 0 1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TRACE
#include "rt_test.h"

#include <sys/resource.h>

int
main(int argc, char **argv) {
  rt_region r;
  CHECK(argc == 3);
  rlim_t most = (rlim_t)atoi(argv[1]);
  CHECK(setrlimit(RLIMIT_FSIZE, &(struct rlimit){most, most}) == 0);
  axpy_init(&r);
  for (int k = 0; k < atoi(argv[2]); k++)
    CHECK(axpy_check(&r, 1000) != LOFT_ON_ORIGINAL);
  printf("all good\n");
  return 0;
}
