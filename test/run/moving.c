// Loops that read what the iterations before wrote, where that is a running
// fold: up, down, in place, strided, the next element, two arrays at once, and
// along the rows and columns of a table. No element is read where C reads none.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 70001, SIDE = 40 };
static int *x, *y;
static double *d, *e;
static unsigned char *b;
static unsigned short table[SIDE][SIDE];

static void
ints(int n) {
#pragma loft
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
#pragma loft
  for (int i = 0; i < n - 1; i++) {
    int old = x[i + 1];
    x[i + 1] = x[i] * (old | 1);
    b[i] = (unsigned char)old;
  }
#pragma loft
  for (int i = n - 2; i >= 0; i--) {
    y[i] ^= y[i + 1];
    b[i] |= b[i + 1];
  }
}

static void
doubles(int n) // sums of halves are exact in any order
{
#pragma loft
  for (int i = 1; i < n; i++)
    d[i] = d[i - 1] < e[i] ? e[i] : d[i - 1];
#pragma loft
  for (unsigned i = 3; i < (unsigned)n; i += 3)
    e[i] += e[i - 3];
}

static void
tables(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++)
      table[i][j] += table[i][j - 1];
#pragma loft
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++)
      table[i][j] = (unsigned short)(table[i - 1][j] + table[i][j] * 3);
}

static void *
room(size_t bytes) {
  return malloc(bytes ? bytes : 1);
}

int
main(void) {
  static const int sizes[] = {0, 1, 2, 3, 17, 256, 257, 258, 4098, MOST};
  for (int k = 0; k < 10; k++) {
    int n = sizes[k];
    x = room((size_t)n * sizeof *x);
    y = room((size_t)n * sizeof *y);
    d = room((size_t)n * sizeof *d);
    e = room((size_t)n * sizeof *e), b = room((size_t)n);
    for (int i = 0; i < n; i++) {
      x[i] = (int)(i * 2654435761u >> 16) % 2000 - 900;
      y[i] = x[i] * 3;
      b[i] = 0;
      d[i] = x[i] / 2.0, e[i] = d[i] + 7;
    }
    for (int i = 0; i < SIDE * SIDE; i++)
      table[i / SIDE][i % SIDE] = (unsigned short)(i * 31);
    ints(n);
    doubles(n);
    tables(n < SIDE ? n : SIDE);
    unsigned long hash = 1;
    for (int i = 0; i < n; i++)
      hash = hash * 31 + (unsigned)x[i] * 3u + (unsigned)y[i] * 5u + b[i] +
             (unsigned long)(long)(d[i] * 4 + e[i] * 8);
    for (int i = 0; i < SIDE * SIDE; i++)
      hash = hash * 7 + table[i / SIDE][i % SIDE];
    printf("%d: %lower\n", n, hash);
    free(x), free(y), free(d), free(e), free(b);
  }
}
