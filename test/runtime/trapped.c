// A region whose runs get to a call that only the original loop makes rests
// after three of them, and no longer once one got by.
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_LOG=1 OMP_NUM_THREADS=1 %run%t 2>&1 | FileCheck %s

// CHECK-COUNT-3: axpy (test.c:7): original: it gets to a call that only
// CHECK-COUNT-16: axpy (test.c:7): original: it got to a call {{.*}} before
// CHECK-COUNT-1: axpy (test.c:7): original: it gets to a call
// CHECK-COUNT-32: axpy (test.c:7): original: it got to a call
// CHECK-NEXT: axpy (test.c:7): cpu
// CHECK-NEXT: axpy (test.c:7): original: it gets to a call
// CHECK-NEXT: axpy (test.c:7): cpu
// CHECK-NEXT: all good
#include "rt_test.h"

static rt_region r;
static float x[4], y[4];

// A call of the region that ends as "end" says; whether it ran.
static int
call(int end) {
  int where = 5;
  loft_bind binds[2] = {{x, 0, 4, 4, LOFT_READ, "x"},
                        {y, 0, 4, 4, LOFT_WRITE, "y"}};
  loft_run *run = rt_enter(&r.desc, binds, 1e9, 1, 0, &where);
  if (run)
    CHECK(loft_region_leave(run, end) == LOFT_OK);
  else
    CHECK(where == LOFT_ON_ORIGINAL);
  return run != NULL;
}

int
main(void) {
  axpy_init(&r);
  for (int k = 0; k < 3 + 16 + 1 + 32; k++)
    CHECK(call(LOFT_TRAPPED) == (k < 3 || k == 19));
  CHECK(call(LOFT_OK));
  CHECK(call(LOFT_TRAPPED));
  CHECK(call(LOFT_OK));
  printf("all good\n");
  return 0;
}
