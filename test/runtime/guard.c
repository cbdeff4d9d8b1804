// A failed guard and a region of another interface version keep the original
// loop, with one line in the log.
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s

// CHECK: axpy (test.c:7): original: its run-time guard failed
// CHECK: a region was compiled for version 99 of the runtime's interface
// CHECK-NOT: loft:
// CHECK: all good
#include "rt_test.h"

int
main(void) {
  rt_region r;
  int where = 5;
  float x[4] = {0}, y[4] = {0};
  loft_bind binds[2] = {{x, 0, 4, 4, LOFT_READ, "x"},
                        {y, 0, 4, 4, LOFT_WRITE, "y"}};
  axpy_init(&r);
  CHECK(!rt_enter(&r.desc, binds, 1e9, 0, 0, &where));
  CHECK(where == LOFT_ON_ORIGINAL);
  r.desc.abi_version = 99;
  for (int k = 0; k < 3; k++)
    CHECK(!rt_enter(&r.desc, binds, 1e9, 1, 0, &where));
  where = 5;
  CHECK(!loft_region_enter(&r.desc, binds, 1e9, 0, 1, 0, &where));
  CHECK(where == LOFT_ON_ORIGINAL);
  printf("all good\n");
  return 0;
}
