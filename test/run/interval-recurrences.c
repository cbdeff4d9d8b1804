// Recurrences over intervals, from shorter ones that start later, and triangular
// systems by rows: folds that read columns become combines along rows.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

// The cheapest order of products of matrices.
static void
chain(int n, int *t, const int *w)
{
#pragma loft
  for (int i = n - 1; i >= 0; i--)
    for (int j = i + 1; j < n; j++) {
      int best = 1 << 30;
      for (int k = i; k < j; k++) {
        int c = t[i * n + k] + t[(k + 1) * n + j];
        if (c < best)
          best = c;
      }
      t[i * n + j] = best + w[i] * w[j];
    }
}

// Pairs of a sequence that do not cross.
static void
pairs(int n, int t[n][n], const char *s)
{
#pragma loft
  for (int i = n - 1; i >= 0; i--)
    for (int j = i + 1; j < n; j++) {
      if (t[i][j - 1] > t[i][j])
        t[i][j] = t[i][j - 1];
      if (i + 1 < n && t[i + 1][j] > t[i][j])
        t[i][j] = t[i + 1][j];
      if (i + 1 < n) {
        int both = t[i + 1][j - 1] + (i < j - 1 && s[i] + s[j] == 3);
        if (both > t[i][j])
          t[i][j] = both;
      }
      for (int k = i + 1; k < j; k++) {
        int both = t[i][k] + t[k + 1][j];
        t[i][j] = both > t[i][j] ? both : t[i][j];
      }
    }
}

// A triangular system modulo 2^32, by rows of its transpose.
static void
solve(int m, const unsigned *a, unsigned *x)
{
#pragma loft
  for (int j = 0; j < m; j++) {
    unsigned s = x[j];
    for (int k = 0; k < j; k++)
      s -= a[k * m + j] * x[k];
    x[j] = s ^ 5;
  }
}

// What is read at last was stored one iteration before, or is yet to be stored.
static void
near(int m, const unsigned *a, unsigned *x)
{
#pragma loft
  for (int j = 0; j < m; j++) {
    unsigned s = 3;
    for (int k = 0; k < j; k++)
      s += a[k * m + j] * x[k + 1];
    x[j + 1] = s;
  }
#pragma loft
  for (int j = 0; j < m; j++) {
    unsigned s = 1;
    for (int k = 0; k < j; k++)
      s += a[k * m + j] * x[k] * x[j];
    x[j] += s;
  }
}

int
main(void)
{
  static const int sizes[] = {0, 1, 2, 3, 17, 60};
  for (unsigned z = 0; z < sizeof sizes / sizeof *sizes; z++) {
    int n = sizes[z];
    size_t size = (size_t)(n * n + n + 1);
    int *t = calloc(size, sizeof *t), *p = calloc(size, sizeof *p);
    int *w = malloc(((size_t)n + 1) * sizeof *w);
    char *s = malloc((size_t)n + 1);
    unsigned *a = malloc(size * sizeof *a), *x = malloc(size * sizeof *x);
    for (size_t i = 0; i < size; i++) {
      t[i] = (int)(i * 7919 % 101);
      a[i] = (unsigned)i * 2654435761u;
      x[i] = (unsigned)i + 7;
    }
    for (int i = 0; i <= n; i++) {
      w[i] = i * 37 % 11;
      s[i] = (char)(i * 7 % 4);
    }
    chain(n, t, w);
    pairs(n, (void *)p, s);
    solve(n, a, x);
    near(n, a, x + n);
    printf("%d %08x %08x %08x\n", n, hash(t, size * sizeof *t),
           hash(p, size * sizeof *p), hash(x, size * sizeof *x));
    free(t), free(p), free(w), free(s), free(a), free(x);
  }
  return 0;
}
