// Where the counts lie elsewhere, or there are fewer keys, nothing is assumed.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run %t > %t.original
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run %t > %t.cpu 2> %t.log
// RUN: diff %t.original %t.cpu
// RUN: not grep "out of the range" %t.log
#include "Inputs/assumed.h"

int
main(void) {
  make_keys(0);
  count(KEYS, bins, key);
  for (int i = 0; i < KEYS; i++)
    key[i] += 100;
  count(KEYS - 1, bins, key);
  for (int i = 0; i < KEYS; i++)
    key[i] -= 200;
  count(KEYS - 1, bins + 1, key);
  printf("%08x\n", hash(bins, sizeof bins));
}
