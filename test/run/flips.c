// Rows that change places in their array: their length is told by what asks
// nothing of sizes, not by what the loop over columns alone suggests.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include "Inputs/weighted.h"

#include <stdio.h>

enum { N = 6000 };
static float x[N];

static void
flip(int h, int w, float *p) {
#pragma loft required
  for (int r = 0; r < h / 2; r++)
    for (int c = 0; c < w; c++) {
      float t = p[r * w + c];
      p[r * w + c] = p[(h - 1 - r) * w + c];
      p[(h - 1 - r) * w + c] = t;
    }
}

static void
turn(int h, int w, float *p) {
#pragma loft required
  for (int r = 0; r < h / 2; r++)
    for (int c = 0; c < w; c++) {
      float t = p[r * w + c];
      p[r * w + c] = p[(h - 1 - r) * w + w - 1 - c];
      p[(h - 1 - r) * w + w - 1 - c] = t;
    }
}

static void
copy(int h, int w, float *p) {
#pragma loft required
  for (int r = h - 1; r >= 0; r--)
    for (int c = 0; c < w; c++)
      p[r * w + c + w * h] = p[r * w + c] * 2;
}

int
main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (float)(i * 37 % 101);
  flip(41, 64, x);
  printf("%a\n", weighted(N, x));
  turn(64, 41, x);
  printf("%a\n", weighted(N, x));
  copy(50, 60, x);
  printf("%a\n", weighted(N, x));
}
