// Grids in three dimensions, of sizes no multiple of the work-group's, and with
// more groups in a dimension than one dispatch may have.
// REQUIRES: vulkan, validation
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/index3.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.index3.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe RT_SPV=%t %validated%run%t | FileCheck %s \
// RUN:   --implicit-check-not=UID

// CHECK: all good
#include "rt_test.h"

// Launches over the grid.
static int
host(loft_run *run, void *user) {
  const int64_t *n = user;
  uint64_t args[1] = {loft_run_handle(run, 0)};
  return loft_run_launch(run, 0, n[0], n[1], n[2], args, 0, n[3]);
}

// Runs the grid twice and checks each element; "work" per item.
static void
check(uint32_t dims, int64_t x, int64_t y, int64_t z, int64_t work) {
  rt_region r;
  int64_t n[4] = {x, y, z, work};
  uint32_t *out = calloc((size_t)(x * y * z), 4);
  CHECK(out);
  rt_region_init(&r, "index3", 1, NULL, 1, index3_params, dims);
  loft_bind bind = {out,  0, x * y * z, 4, LOFT_READ | LOFT_WRITE | LOFT_FULL,
                    "out"};
  for (int k = 0; k < 2; k++)
    CHECK(rt_call(&r, &bind, 1e9, 1, host, n) == LOFT_ON_VULKAN);
  for (int64_t i = 0; i < x * y * z; i++) {
    int64_t v = 1 + i % x + 1000 * (i / x % y) + 1000000 * (i / x / y);
    CHECK(out[i] == 2 * (uint32_t)v);
  }
  free(out);
}

int
main(void) {
  check(1, 1000, 1, 1, 1);
  check(2, 100, 37, 1, 1);
  check(3, 33, 9, 11, 1);
  check(1, 65535 * 256 + 300, 1, 1, 1);
  check(2, 2, 65536 * 8 + 3, 1, 1);
  check(3, 1, 2, 65536 * 2 + 3, 1);
  // So much work that it is cut into many submissions.
  check(3, 33, 70, 11, 100000000);
  printf("all good\n");
  return 0;
}
