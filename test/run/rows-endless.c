// Rows of which only the type of a subscript says how long they are, and which
// are shorter, are not copied to the end of that.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK: original: {{x reaches into memory that cannot be read|out of host memory}}
// CHECK: 19
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 2, COLUMNS = 40 };

static int cells[ROWS][2 * COLUMNS], length[ROWS];
static const int *rows[ROWS];

static void
sums(int n, const int *len, const int **x, int *y) {
#pragma loft
  for (size_t i = 0; i < (size_t)n; i++) {
    int s = 0;
    for (int j = 0; j < (i + 9 < len[i] ? i + 9 : len[i]); j++)
      s += x[i][j];
    y[i] = s;
  }
}

int
main(void) {
  int sum = 0, *out = malloc(1 << 20); // far from the rows
  for (int i = 0; i < ROWS; i++) {
    rows[i] = cells[i];
    length[i] = COLUMNS;
    for (int j = 0; j < COLUMNS; j++)
      cells[i][j] = 1;
  }
  sums(ROWS, length, rows, out);
  for (int i = 0; i < ROWS; i++)
    sum += out[i];
  printf("%d\n", sum);
  free(out);
}
