// Places that an inner loop computes: the bits of the index the other way
// round, and a digit sum, which several iterations have in common.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: loop stays
#include <stdio.h>

enum { BITS = 10, N = 1 << BITS };

static float in[N], out[N];
static int last[64];

// By set bits.
__attribute__((noinline)) static void
reverse(int bits, const float *x, float *y)
{
  int n = 1 << bits;
#pragma loft
  for (int i = 0; i < n; i++) {
    int r = 0;
    for (int b = 0; b < bits; b++)
      if (i & (1 << b))
        r |= 1 << (bits - 1 - b);
    y[r] = x[i];
  }
}

// By shifts.
__attribute__((noinline)) static void
shifted(int bits, const float *x, float *y)
{
  int n = 1 << bits;
#pragma loft
  for (int i = 0; i < n; i++) {
    int r = 0, v = i;
    for (int b = 0; b < bits; b++) {
      r = r << 1 | (v & 1);
      v >>= 1;
    }
    y[r] += x[i] * 2;
  }
}

// Which index had a sum of digits last.
__attribute__((noinline)) static void
digits(int n, int *to)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    int s = 0, v = i;
    for (int d = 0; d < 5; d++) {
      s += v % 10;
      v /= 10;
    }
    to[s & 63] = i;
  }
}

int
main(void)
{
  for (int i = 0; i < N; i++)
    in[i] = (float)(i * 7 % 1000);
  reverse(BITS, in, out);
  shifted(BITS - 1, in, out);
  digits(N, last);
  double s = 0;
  for (int i = 0; i < N; i++)
    s = s * 0.99 + out[i] + last[i % 64];
  printf("%.17g\n", s);
}
