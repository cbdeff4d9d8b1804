// Subscripts made of a quotient and its remainder are what was divided: each
// iteration has an element of its own.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 3000 };

static float a[N], b[N + 600], c[3 * N];
static int x[N];

static void
flat(int n, int w)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    int column = i % w, row = i / w;
    b[row * w + column] = a[i] + (float)column;
  }
}

// Rows with room behind each, channels, and a part of the index.
static void
padded(long n, long w, float *y)
{
#pragma loft
  for (long i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      y[3 * ((i / w) * w + i % w) + k] = a[i] * (float)(i % w + k);
}

static void
offset(int n, int m, int w)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int at = i * m + j;
      x[at / w * w + at % w] += at % w - at / w;
    }
}

int
main(void)
{
  for (int i = 0; i < N; i++)
    a[i] = (float)(i * 7 % 31);
  for (int w = 1; w < 40; w += 12) {
    flat(N - w, w);
    padded(N, w, c);
    offset(50, 60, w);
    printf("%08x %08x %08x\n", hash(b, sizeof b), hash(c, sizeof c),
           hash(x, sizeof x));
  }
  return 0;
}
