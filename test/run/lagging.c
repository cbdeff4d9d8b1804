// Places that the iteration before has set: where they start in line, and where
// they do not, which runs the original.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: invert ({{.*}}): cpu
// CHECK-DAG: ahead ({{.*}}): cpu
// CHECK-DAG: ahead ({{.*}}): original
#include <stdio.h>

enum { SIZE = 4000 };

static unsigned char row[SIZE];
static int line[SIZE];

// The last of four bytes, from the end on.
__attribute__((noinline)) static unsigned char *
invert(unsigned n, unsigned char *from) {
  unsigned char *to = from;
#pragma loft required
  for (unsigned i = 0; i < n; i++) {
    *(--to) = (unsigned char)(255 - *(--from));
    from -= 3;
    to = from;
  }
  return to;
}

// k starts anywhere.
__attribute__((noinline)) static int
ahead(int n, int k, int *x) {
  int j = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    x[k] = 3 * x[j] + i;
    j += 2;
    k = j;
  }
  return k;
}

int
main(void) {
  unsigned sum = 0;
  for (int i = 0; i < SIZE; i++) {
    row[i] = (unsigned char)(i * 7919 >> 3);
    line[i] = i * 31 % 977;
  }
  for (unsigned n = 0; n <= SIZE / 4; n = 3 * n + 1)
    sum = sum * 31 + (unsigned)(invert(n, row + SIZE) - row);
  for (int n = 0; n <= SIZE / 2; n = 3 * n + 1)
    for (int k = 0; k < 6; k += 3)
      sum = sum * 31 + (unsigned)ahead(n, k, line);
  for (int i = 0; i < SIZE; i++)
    sum = sum * 31 + row[i] + (unsigned)line[i];
  printf("%u\n", sum);
  return 0;
}
