// Calls with few keys, of which nothing is assumed, do not keep later ones with
// many from it.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run %t 2>/dev/null
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run %t 2>&1 | FileCheck %s
// CHECK-NOT: did not do it
// CHECK: few
// CHECK-NEXT: count ({{.*}}): cpu
// CHECK-NEXT: many
// CHECK-NEXT: count ({{.*}}): the lifted CPU code did not do it: data is out
// CHECK-NEXT: above
#include "Inputs/assumed.h"

int
main(void) {
  make_keys(0);
  for (int r = 0; r < 50; r++) {
    count(KEYS / 1000 * (r % 3), bins, key);
    count_plainly(KEYS / 1000 * (r % 3), expected, key);
  }
  fprintf(stderr, "few\n");
  compare("many");
  key[KEYS - 5] = BINS - 1;
  compare("above");
}
