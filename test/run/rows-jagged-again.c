// Rows of different lengths of a region that a device cannot run: the CPU, which
// tries again, finds where they end as the first try did.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.original
// RUN: env LOFT_OFFLOAD=mandatory LOFT_LOG=1 %run%t > %t.again 2> %t.log
// RUN: diff %t.original %t.again
// RUN: FileCheck %s --input-file=%t.log
// CHECK: lifted CPU code runs
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

enum { ROWS = 400, LONG = 100000 };

__attribute__((noinline)) static void
fill(double **y, const int *length, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    double s = i;
    for (int j = 0; j < length[i]; j++) {
      s = s / 2 + j;
      y[i][j] = s;
    }
  }
}

int
main(void) {
  static double *y[ROWS];
  static int length[ROWS];
  unsigned h = 0;
  for (int i = 0; i < ROWS; i++) {
    length[i] = i == 7 ? LONG : i % 50;
    y[i] = malloc((size_t)length[i] * sizeof(double) + 1);
  }
  fill(y, length, ROWS);
  for (int i = 0; i < ROWS; i++)
    h = h * 31 + hash(y[i], (size_t)length[i] * sizeof(double));
  printf("%08x\n", h);
}
