// Keys that earlier calls had nowhere near now lie among the counts, which
// change them while they are counted: that is the original's.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run %t > %t.original
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run %t > %t.cpu 2> %t.log
// RUN: diff %t.original %t.cpu
// RUN: FileCheck %s < %t.log
// CHECK: count ({{.*}}): cpu
// CHECK: count ({{.*}}): cpu
// CHECK: count ({{.*}}): the lifted CPU code did not do it: data is out of the range of earlier calls
// CHECK: count ({{.*}}): original: the memory of b and k overlaps
#include "Inputs/assumed.h"

int
main(void) {
  int *all = calloc(BINS + KEYS, sizeof *all), *keys = all + BINS;
  make_keys(0);
  memcpy(keys, key, sizeof key);
  count(KEYS, all, keys);
  count(KEYS, all, keys);
  keys[3] = BINS + KEYS / 2; // counts up a key, which was not read yet
  count(KEYS, all, keys);
  count(KEYS, all, keys);
  printf("%08x\n", hash(all, (BINS + KEYS) * sizeof *all));
}
