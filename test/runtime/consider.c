// A call that was considered is entered as chosen; the settings, and a guard
// that fails, are for the entry to see.
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=default %run%t 2>&1 | FileCheck %s
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t asked 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ASKED
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=disabled %run%t disabled 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DISABLED

// CHECK: axpy (test.c:7): original: too little work to gain
// CHECK-NEXT: axpy (test.c:7): original: its 1e+06 launches of kernels take too long
// CHECK-NEXT: axpy (test.c:7): original: its run-time guard failed
// CHECK-NEXT: axpy (test.c:7): cpu, {{.*}}; fastest by estimate
// CHECK-NEXT: all good
// ASKED: axpy (test.c:7): cpu, {{.*}}; LOFT_OFFLOAD=cpu
// ASKED: all good
// DISABLED: axpy (test.c:7): original: LOFT_OFFLOAD=disabled
// DISABLED: all good
#include "rt_test.h"

static rt_region r;
static float a[100];

// Whether that call is to be lifted; entered then with the same guard.
static int
lifted(double work, double launches, int ok) {
  loft_bind binds[2] = {{NULL, 0, 100, 4, LOFT_READ, "x"},
                        {NULL, 0, 100, 4, LOFT_READ | LOFT_WRITE, "y"}};
  loft_call call = {
      .binds = binds, .work = work, .launches = launches, .ok = ok};
  int where;
  if (!loft_region_consider(&r.desc, &call))
    return 0;
  binds[0].base = a;
  binds[0].hi = 50;
  binds[1].base = a + 50;
  binds[1].hi = 50;
  call.work = 1; // not looked at any more
  loft_run *run = loft_region_start(&r.desc, &call, 0, &where);
  return run && loft_region_leave(run, 0) == LOFT_OK;
}

int
main(int argc, char **argv) {
  (void)argv;
  axpy_init(&r);
  if (argc == 1) {
    CHECK(!lifted(1000, 1, 1));
    CHECK(!lifted(1e7, 1e6, 1));
    CHECK(!lifted(1e7, 1, 0));
  }
  CHECK(lifted(1e7, 1, 1) == (loft_last_region(NULL, 0) == LOFT_RAN_CPU));
  printf("all good\n");
  return 0;
}
