// LOFT_LOG=2 adds a line a kernel; a sink gets the lines instead of stderr.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_LOG=2 LOFT_DEVICE=llvmpipe RT_SPV=%t %run%t | FileCheck %s
// RUN: env LOFT_LOG=2 LOFT_OFFLOAD=cpu RT_SPV=%t %run%t | FileCheck %s

// CHECK: sink: loft: axpy (test.c:7): {{vulkan|cpu}}
// CHECK: sink: loft:   axpy (test.c:1) map: 3 launches, 3000 items, {{[0-9.]+}} ms
#include "rt_test.h"

// Prints a line of the log.
static void
sink(void *user, const char *line) {
  printf("%s: %s\n", (const char *)user, line);
}

int
main(void) {
  static float x[1000], y[1000];
  rt_region r;
  axpy_init(&r);
  loft_set_log_sink(sink, "sink");
  axpy_n(&r, 1000, 1, x, y, 3, 0);
  return 0;
}
