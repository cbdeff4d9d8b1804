// A key out of the range of earlier calls in the middle: the original counts all
// keys, once, and a later call knows both ranges.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run %t 2>/dev/null
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run %t 2>&1 | FileCheck %s
// RUN: env OMP_NUM_THREADS=1 LOFT_LOG=1 LOFT_OFFLOAD=cpu %run %t 2>&1 \
// RUN:   | FileCheck %s
// RUN: env OMP_NUM_THREADS=5 LOFT_TEST_GRAIN=1000 LOFT_LOG=1 LOFT_OFFLOAD=cpu \
// RUN:   %run %t 2>&1 | FileCheck %s
// CHECK: count ({{.*}}): cpu
// CHECK-NEXT: first
// CHECK-NEXT: count ({{.*}}): the lifted CPU code did not do it: data is out of the range of earlier calls; nothing was written, the original loop runs
// CHECK-NEXT: above
// CHECK-NEXT: count ({{.*}}): cpu
// CHECK-NEXT: looked at
// CHECK-NEXT: count ({{.*}}): cpu
// CHECK-NEXT: known
// CHECK-NEXT: count ({{.*}}): the lifted CPU code did not do it: data is out
// CHECK-NEXT: below
#include "Inputs/assumed.h"

int
main(void) {
  make_keys(0);
  compare("first");
  key[KEYS / 2] = BINS - 1;
  compare("above");
  compare("looked at");
  compare("known");
  key[KEYS / 2] = 0;
  compare("below");
}
