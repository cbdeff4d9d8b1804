// Rows behind pointers that are changed up to lengths that are data: beside the
// pointers, or in an array of their own.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stdio.h>

#include "Inputs/hash.h"

enum { ROWS = 40, ROOM = 32 };

typedef struct row {
  int n;
  double *v;
} row;

static double memory[2 * ROWS][ROOM];

static void
scale(row *r, int n, double by)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < r[i].n; j++)
      r[i].v[j] *= by;
}

static void
count(double **r, const int *length, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    int m = length[i];
    for (int j = 0; j < m; j++)
      r[i][j] += j;
  }
}

int
main(void)
{
  static row r[ROWS];
  static double *p[ROWS];
  static int length[ROWS];
  for (int i = 0; i < ROWS; i++) {
    length[i] = i * 7 % (ROOM + 1);
    r[i] = (row){length[i], memory[i * 11 % ROWS]};
    p[i] = memory[ROWS + i * 3 % ROWS];
    for (int j = 0; j < ROOM; j++)
      memory[i][j] = memory[ROWS + i][j] = i - j;
  }
  scale(r, ROWS, 0.5);
  count(p, length, ROWS);
  scale(r, 0, 0.5);
  scale(r + 5, 9, 3);
  printf("%08x\n", hash(memory, sizeof memory));
  return 0;
}
