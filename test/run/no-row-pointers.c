// The original loop runs where written rows share elements with others, with
// another array, or with the pointers themselves.
// RUN: %clang -O2 -fno-strict-aliasing %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
#include <stdio.h>

#include "Inputs/hash.h"

enum { ROWS = 20, COLUMNS = 50 };

static float cells[ROWS * COLUMNS + COLUMNS];
static float *row[ROWS + 1], *other[ROWS];
static long *words[ROWS], store[2 * ROWS];

static void
shift(int n, float **y, float **x)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < COLUMNS; j++)
      y[i][j] = x[i][j] + i;
}

static void
line(int n, float **y, const float *x)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < COLUMNS; j++)
      y[i][j] = x[j] + i;
}

static void
self(int n, long **y, long v)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2; j++)
      y[i][j] = v;
}

int
main(void)
{
  for (int i = 0; i < ROWS; i++) {
    row[i] = cells + i * 7 % ROWS * COLUMNS;
    other[i] = cells + i * COLUMNS;
    words[i] = store + 2 * i;
  }
  row[3] = row[4] + 1;
  // CHECK: shift {{.*}} original: the memory of y and y overlaps
  shift(ROWS, row, row);
  // CHECK: shift {{.*}} original: the memory of x and y overlaps
  shift(ROWS, other, row);
  // CHECK: shift {{.*}} cpu,
  shift(3, other, row + 7);
  // CHECK: line {{.*}} original: the memory of x and y overlaps
  line(ROWS - 1, other, other[ROWS - 2] + 1);
  // CHECK: line {{.*}} cpu,
  line(ROWS - 1, other, other[ROWS - 1]);
  words[5] = (long *)(void *)&words[7];
  // CHECK: self {{.*}} original: the memory of y and y overlaps
  self(ROWS, words, (long)store);
  printf("%08x\n", hash(cells, sizeof cells));
  return 0;
}
