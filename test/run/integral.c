// An integral image (summed-area table), by sums of rows.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <string.h>

enum { H = 40, W = 30 };

#define INTEGRAL(NAME, PRAGMA)                                                 \
  __attribute__((noinline)) static void NAME(                                  \
      int h, int w, const unsigned char *restrict x, unsigned *restrict sum) { \
    PRAGMA                                                                     \
    for (int i = 0; i < h; i++) {                                              \
      unsigned s = 0;                                                          \
      for (int j = 0; j < w; j++) {                                            \
        s += x[i * w + j];                                                     \
        sum[i * w + j] = s + (i > 0 ? sum[(i - 1) * w + j] : 0);               \
      }                                                                        \
    }                                                                          \
  }
INTEGRAL(original, )
INTEGRAL(lifted, _Pragma("loft"))

int
main(void)
{
  static unsigned char x[H * W];
  static unsigned sum[2][H * W];
  unsigned seed = 1;
  for (int i = 0; i < H * W; i++)
    x[i] = (unsigned char)((seed = seed * 1664525u + 1013904223u) >> 24);
  original(H, W, x, sum[0]);
  lifted(H, W, x, sum[1]);
  return memcmp(sum[0], sum[1], sizeof sum[0]) != 0;
}
