// A variable LOFT_* that nothing reads, say by a typing error, gives one line
// with the name that may be meant; so does loft_set.
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: env -i LOFT_OFLOAD=cpu LOFT_OFFLOAD=cpu LOFT_LOGG=1 LOFT_SOMETHING=2 \
// RUN:   LOFT_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=3 LOFT_=4 \
// RUN:   UNLOFT_LOGG=5 %run%t 2>&1 | FileCheck %s

// CHECK-DAG: loft: there is no setting LOFT_OFLOAD; did you mean LOFT_OFFLOAD?
// CHECK-DAG: loft: there is no setting LOFT_LOGG; did you mean LOFT_LOG?
// CHECK-DAG: loft: there is no setting LOFT_SOMETHING{{$}}
// CHECK-DAG: loft: there is no setting LOFT_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA...{{$}}
// CHECK-DAG: loft: there is no setting LOFT_; did you mean LOFT_LOG?
// CHECK-NOT: loft:
// CHECK: second
// CHECK-NOT: loft:
// CHECK: loft: loft_set: there is no setting LOFT_DEVISE; did you mean LOFT_DEVICE?
// CHECK-NEXT: all good
#include "rt_test.h"

int
main(void) {
  rt_region r;
  axpy_init(&r);
  setbuf(stdout, NULL);
  CHECK(axpy_check(&r, 10) == LOFT_ON_CPU);
  printf("second\n");
  CHECK(axpy_check(&r, 10) == LOFT_ON_CPU);
  CHECK(loft_set("LOFT_DEVISE", "0") == -1);
  printf("all good\n");
  return 0;
}
