// Places in a ring that are sums through conversions: where the sum in between
// does not fit its type, C's place is another one.
// RUN: %clang -w -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.original
// RUN: env LOFT_OFFLOAD=cpu %run%t > %t.cpu
// RUN: cmp %t.original %t.cpu
#include <stdio.h>

#include "Inputs/hash.h"

typedef unsigned char u8;
typedef signed char s8;
enum { N = 40 };
static int x[300], y[N];

#define RING(name, type, step)                                                 \
  static int name(int n, int m, type k, type c)                                \
  {                                                                            \
    _Pragma("loft") for (int i = 0; i < n; i++)                                \
    {                                                                          \
      y[i] = x[(u8)k];                                                         \
      step;                                                                    \
    }                                                                          \
    return k;                                                                  \
  }
RING(r1, u8, k = ((u8)(k - c) + m) % m)
RING(r2, u8, u8 p = k - 1; k = (p + 2) % m)
RING(r3, u8, u8 p = k + 250; k = (p - 245) % m)
RING(r4, u8, k = (int)(((unsigned)(k - 1) + (long)m) % m))
RING(r5, u8, unsigned t = (unsigned)(k - 2); k = (t + 3ul) % m)
RING(r6, u8, k = (int)((unsigned short)(k - 7) + 8u) % m)
RING(r7, s8, s8 t = k + 100; k = t - 98; if (k >= m) k -= m)
RING(r8, u8, u8 t = k + 200; k = t - 200; if (++k >= m) k = 0)
RING(r9, u8, u8 t = k - 64; k = k + 3 >= 64 ? t + 3 : k + 3)
RING(r10, u8, u8 t = k - 1; k = t + 2 >= m ? t + 2 - m : t + 2)
RING(r11, short, k -= 5; k += 6; if (k >= m) k = 0)
RING(r12, int, s8 t = (s8)(k - 1); k = (t + 3) % m)

int
main(void)
{
  static const int m[] = {1, 2, 3, 7, 10, 64, 100, 127, 128, 200, 255};
  for (int i = 0; i < 300; i++)
    x[i] = i;
  for (int q = 0; q < 11; q++)
    for (int k = 0; k < m[q]; k += m[q] / 3 + 1)
      for (int c = 0; c < 4; c++) {
        int all[] = {r1(N, m[q], k, c), r2(N, m[q], k, c), r3(N, m[q], k, c),
                     r4(N, m[q], k, c), r5(N, m[q], k, c), r6(N, m[q], k, c),
                     0, r8(N, m[q], k, c), r9(N, m[q], k, c),
                     r10(N, m[q], k, c), r11(N, m[q], k, c),
                     r12(N, m[q], k, c)};
        if (m[q] < 28)
          all[6] = r7(N, m[q], k, c);
        printf("%d %d %d %u %u\n", m[q], k, c, hash(all, sizeof all),
               hash(y, sizeof y));
      }
  return 0;
}
