// Calls that find keys in the range of an earlier one take no pass over them.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run %t 2>/dev/null
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run %t 2>&1 | FileCheck %s
// CHECK: count ({{.*}}): cpu
// CHECK-NEXT: first
// CHECK-NEXT: count ({{.*}}): cpu
// CHECK-NEXT: others
// CHECK-NEXT: count ({{.*}}): cpu
// CHECK-NEXT: fewer
#include "Inputs/assumed.h"

int
main(void) {
  make_keys(0);
  compare("first");
  make_keys(1);
  compare("others");
  for (int i = 0; i < KEYS; i++)
    key[i] = LEAST + 7;
  compare("fewer");
}
