// Columns that go down from the end of a row, which lies beyond the row's own
// end: counted from the last one they fit.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include "Inputs/weighted.h"

#include <stdio.h>

enum { N = 6000 };
static float x[N];

static void
shifted(int h, int w, int k, float *p) {
#pragma loft required
  for (int r = 0; r < h; r++)
    for (int c = 0; c < w; c++)
      p[(r + k) * (w + 2 * k) + w - 1 - c + 5] *= 3;
}

static void
planes(int n, int h, int w, int k, float *p) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int r = 0; r < h; r++)
      for (int c = 0; c < w; c++) {
        p[i * (h + k) * (w + k) + r * (w + k) + w - c + k] += 3;
        p[i * (h + k) * (w + k) + r * (w + k) + w - c + k + 1] += 2;
      }
}

static void
upwards(int h, int w, int k, float *p) {
#pragma loft required
  for (int r = 0; r < h; r++)
    for (int c = 0; c < w; c++)
      p[(h - 1 - r) * w + c + k] *= 7;
}

int
main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (float)(i * 37 % 101);
  shifted(41, 64, 2, x);
  printf("%a\n", weighted(N, x));
  planes(2, 30, 41, 3, x);
  printf("%a\n", weighted(N, x));
  upwards(50, 60, 7, x);
  printf("%a\n", weighted(N, x));
}
