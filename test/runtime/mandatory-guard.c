// LOFT_OFFLOAD=mandatory makes every fall-back an error, guards too.
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_OFFLOAD=mandatory %run%t 2>&1 | FileCheck %s

// CHECK: loft: error: axpy (test.c:7): not on Vulkan as LOFT_OFFLOAD=mandatory asks, the original loop runs: its run-time guard failed
// CHECK: loft: error: axpy (test.c:7): not on Vulkan as LOFT_OFFLOAD=mandatory asks, lifted CPU code runs: it has no Vulkan version
// CHECK: failures 2
#include "rt_test.h"

int
main(void) {
  rt_region r;
  int where;
  loft_bind none[2] = {{NULL, 0, 0, 4, LOFT_READ, "x"},
                       {NULL, 0, 0, 4, LOFT_WRITE, "y"}};
  axpy_init(&r);
  CHECK(!loft_region_enter(&r.desc, none, 1, 0, 0, 0, &where));
  CHECK(axpy_check(&r, 5) == LOFT_ON_CPU);
  printf("failures %lu\n", loft_offload_failures());
  return 0;
}
