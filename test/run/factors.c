// A factorisation of matrices whose rows are as long as the caller says: what
// is asked of that length at run time is true of matrices of all sizes.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t cpu
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 24 };

static double cells[N * (N + 3)], *row[N];

static void
flat(int n, long ld, double *a)
{
#pragma loft
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      a[i * ld + k] /= a[k * ld + k];
      for (int j = k + 1; j < n; j++)
        a[i * ld + j] -= a[i * ld + k] * a[k * ld + j];
    }
}

static void
behind(int n, double **a)
{
#pragma loft
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < n; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
}

static void
fill(void)
{
  for (int i = 0; i < N * (N + 3); i++)
    cells[i] = i % (N + 4) ? i * 7 % 5 + 1 : 40;
}

int
main(void)
{
  for (int i = 0; i < N; i++)
    row[i] = cells + (long)(i * 5 % N) * (N + 3);
  for (int n = 1; n <= N; n += 23) {
    fill();
    flat(n, N + 3, cells);
    printf("%08x\n", hash(cells, sizeof cells));
    fill();
    behind(n, row);
    printf("%08x\n", hash(cells, sizeof cells));
  }
  return 0;
}
