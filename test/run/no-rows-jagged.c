// Rows of different lengths of which one reaches into another, or into an array
// that is written: the original loop runs.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t none
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-COUNT-2: original: the memory of
#include <stdio.h>

#include "Inputs/hash.h"

#define FN __attribute__((noinline)) static
enum { ROWS = 30, ROOM = 20 };
static float cells[ROWS * ROOM];

FN void
grow(float **a, const int *length, int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < length[i]; j++)
      a[i][j] = a[i][j] * 2 + i;
}

FN void
gather(float **a, const int *length, float *y, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < length[i]; j++)
      s = s / 2 + a[i][j];
    y[i] = s;
  }
}

int
main(void) {
  static float *p[ROWS];
  static int length[ROWS];
  for (int i = 0; i < ROWS * ROOM; i++)
    cells[i] = (float)(i % 13);
  for (int i = 0; i < ROWS; i++) {
    length[i] = i % ROOM;
    p[i] = cells + (i * 11 % ROWS) * ROOM;
  }
  p[7] = p[18] + length[18] - 1;
  grow(p, length, ROWS);
  gather(p, length, p[4] + 1, 30);
  printf("%08x\n", hash(cells, sizeof cells));
}
