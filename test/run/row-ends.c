// Rows that begin where data says and are as long as data says, in arrays that
// lie one behind the other: a long row at the start and a short one at the end
// do not reach into the next array.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t cpu
// CHECK-NOT: loop stays
#include <stdio.h>

enum { ROWS = 7, ALL = 400, WIDE = 20 };
static float all[3 * ALL];
static int start[ROWS] = {0, 250, 390, 395, 395, 398, 399};
static int length[ROWS] = {250, 140, 5, 0, 3, -4, 1};
static int corner[ROWS] = {21, 0, 347, 190, 399, 63, 380};
static int height[ROWS] = {9, 2, 1, 4, 1, 0, 1};
static int width[ROWS] = {9, 20, 13, 7, 1, 30, 20};

#define FN __attribute__((noinline)) static

FN void
scale(int n, const int *at, const int *many, const float *gain, float *x) {
#pragma loft
  for (int w = 0; w < n; w++)
    for (int k = 0; k < many[w]; k++)
      x[at[w] + k] *= gain[w];
}

// Backwards, into the array behind.
FN void
fold(int n, const int *at, const int *many, const float *x, float *y) {
#pragma loft
  for (int w = 0; w < n; w++) {
    float s = 0;
    for (int k = 0; k < many[w]; k++)
      s = s / 2 + x[at[w] + many[w] - 1 - k];
    y[w] = s;
  }
}

// Tiles of a matrix.
FN void
tiles(int n, const int *at, const int *h, const int *m, const float *x,
      float *y) {
#pragma loft
  for (int w = 0; w < n; w++) {
    float s = 0;
    for (int j = 0; j < h[w]; j++)
      for (int k = 0; k < m[w]; k++)
        s = s / 2 + x[at[w] + j * WIDE + k];
    y[w] = s;
  }
}

static void
show(const char *name) {
  double sum = 0;
  for (int i = 0; i < 3 * ALL; i++)
    sum += all[i] * (i % 17 + 1);
  printf("%s %.17g\n", name, sum);
}

int
main(void) {
  float *x = all, *y = all + ALL;
  for (int i = 0; i < 3 * ALL; i++)
    all[i] = (float)(i * 31 % 211);
  scale(ROWS, start, length, y, x);
  show("scale");
  fold(ROWS, start, length, x, y);
  show("fold");
  tiles(ROWS, corner, height, width, x, y);
  show("tiles");
  return 0;
}
