// Images whose rows are longer or shorter by a border, unsigned sizes too.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include "Inputs/weighted.h"

#include <stddef.h>
#include <stdio.h>

enum { N = 5000 };
static float x[N], y[N];

static void
valid(size_t h, size_t w, size_t k, float *to, const float *from) {
#pragma loft required
  for (size_t r = 0; r < h - k + 1; r++)
    for (size_t c = 0; c < w - k + 1; c++) {
      float s = 0;
      for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
          s += from[(r + i) * w + c + j];
      to[r * (w - k + 1) + c] = s;
    }
}

static void
pad(int h, int w, int k, float *to, const float *from) {
#pragma loft required
  for (int r = 0; r < h; r++)
    for (int c = 0; c < w; c++)
      to[(r + k) * (w + 2 * k) + c + k] += from[r * w + c];
}

static void
laplace(unsigned h, unsigned w, float *to, const float *from) {
#pragma loft required
  for (unsigned r = 1; r < h - 1; r++)
    for (unsigned c = 1; c < w - 1; c++)
      to[(r - 1) * (w - 2) + (c - 1)] = from[(r - 1) * w + c] +
                                        from[(r + 1) * w + c] +
                                        from[r * w + c - 1] +
                                        from[r * w + c + 1];
}

static void
planes(int n, int h, int w, float *p) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int r = 0; r <= h; r++)
      for (int c = 0; c <= w; c++)
        p[(i * (h + 1) + r) * (w + 1) + c] += (float)(i + r - c);
}

int
main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (float)(i * 37 % 101);
  valid(31, 47, 3, y, x);
  printf("%a\n", weighted(N, y));
  valid(5, 5, 5, y, x);
  printf("%a\n", weighted(N, y));
  pad(20, 33, 2, y, x);
  printf("%a\n", weighted(N, y));
  laplace(24, 37, y, x);
  printf("%a\n", weighted(N, y));
  planes(3, 15, 31, y);
  printf("%a\n", weighted(N, y));
}
