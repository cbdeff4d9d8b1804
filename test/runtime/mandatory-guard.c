// LOFT_OFFLOAD=mandatory makes every fall-back an error: guards, regions of
// other versions, regions while the process exits.
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_OFFLOAD=mandatory %run%t 2>&1 | FileCheck %s

// CHECK: loft: error: axpy (test.c:7): not on Vulkan as LOFT_OFFLOAD=mandatory asks, the original loop runs: its run-time guard failed
// CHECK: loft: error: axpy (test.c:7): not on Vulkan as LOFT_OFFLOAD=mandatory asks, lifted CPU code runs: it has no Vulkan version
// CHECK: failures 2
// CHECK: loft: a region was compiled for version 99
// CHECK: failures 3
// CHECK: loft: error: axpy (test.c:7): not on Vulkan as LOFT_OFFLOAD=mandatory asks, the original loop runs: the process exits
// CHECK: at exit: where 0, failures 4
#include "rt_test.h"

static rt_region r;

// Runs a region when the runtime's exit handler has run.
static void
late(void) {
  axpy_check(&r, 5);
  printf("at exit: where %d, failures %lu\n", loft_last_region(NULL, 0),
         loft_offload_failures());
}

int
main(void) {
  int where;
  loft_bind none[2] = {{NULL, 0, 0, 4, LOFT_READ, "x"},
                       {NULL, 0, 0, 4, LOFT_WRITE, "y"}};
  atexit(late);
  setbuf(stdout, NULL);
  axpy_init(&r);
  CHECK(!rt_enter(&r.desc, none, 1, 0, 0, &where));
  CHECK(axpy_check(&r, 5) == LOFT_ON_CPU);
  printf("failures %lu\n", loft_offload_failures());
  r.desc.abi_version = 99;
  CHECK(axpy_check(&r, 5) == LOFT_ON_ORIGINAL);
  printf("failures %lu\n", loft_offload_failures());
  r.desc.abi_version = LOFT_ABI_VERSION;
  return 0;
}
