// A loop that stores something beside its counts is not left in the middle: it
// runs by the ranges of its own keys, or as it was written.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run %t > %t.original
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run %t > %t.cpu 2> %t.log
// RUN: diff %t.original %t.cpu
// RUN: not grep "out of the range" %t.log
#include "Inputs/assumed.h"

static int twice[KEYS];

__attribute__((noinline)) static void
both(int n, int *b, const int *k, int *t) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    t[i] = 2 * t[i] + k[i];
    b[k[i]]++;
  }
}

int
main(void) {
  make_keys(0);
  for (int r = 0; r < 6; r++) {
    key[KEYS / 2 + r] = 10 * r;
    both(KEYS, bins, key, twice);
  }
  printf("%08x %08x\n", hash(bins, sizeof bins), hash(twice, sizeof twice));
}
