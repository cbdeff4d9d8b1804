// Recurrences down the columns of a matrix: running sums, a recursive filter
// upwards, and those of inner columns.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <string.h>

enum { H = 37, W = 50 };

#define FILTERS(NAME, PRAGMA)                                                  \
  __attribute__((noinline)) static void NAME(int h, int w, const float *x,     \
                                             unsigned *sum, float *y) {        \
    PRAGMA                                                                     \
    for (int i = 1; i < h; i++)                                                \
      for (int j = 0; j < w; j++)                                              \
        sum[i * w + j] += sum[(i - 1) * w + j];                                \
    PRAGMA                                                                     \
    for (int i = h - 2; i >= 0; i--)                                           \
      for (int j = 1; j < w - 1; j++)                                          \
        y[i * w + j] = 0.3f * x[i * w + j] + 0.7f * y[(i + 1) * w + j];        \
  }
FILTERS(original, )
FILTERS(lifted, _Pragma("loft"))

int
main(void)
{
  static float x[H * W], y[2][H * W];
  static unsigned sum[2][H * W];
  unsigned seed = 1;
  for (int i = 0; i < H * W; i++) {
    seed = seed * 1664525u + 1013904223u;
    sum[0][i] = sum[1][i] = seed >> 8;
    x[i] = y[0][i] = y[1][i] = (float)(seed >> 12) / 1024;
  }
  original(H, W, x, sum[0], y[0]);
  lifted(H, W, x, sum[1], y[1]);
  return memcmp(sum[0], sum[1], sizeof sum[0]) ||
         memcmp(y[0], y[1], sizeof y[0]);
}
