// Counters that count with their bits reversed: the reordering of a fast
// Fourier transform in place. Lengths that are no power of two stay.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck --check-prefix=RAN %s
// CHECK-NOT: warning: loop stays
// RAN: swaps (/{{.*}}: cpu
// RAN: swaps (/{{.*}}: original: its run-time guard failed
// RAN: from_one (/{{.*}}: cpu
// RAN: subtracts (/{{.*}}: cpu
// RAN: gathers (/{{.*}}: cpu
// RAN: gathers (/{{.*}}: original: its run-time guard failed
#include <stdio.h>

enum { N = 1024 };
static float re[N], im[N];
static int out[3 * N];

#define FN __attribute__((noinline)) static

FN void
swaps(float *x, float *y, int n) {
#pragma loft
  for (int i = 0, j = 0; i < n; i++) {
    if (i < j) {
      float t = x[i];
      x[i] = x[j];
      x[j] = t;
      t = y[i];
      y[i] = y[j];
      y[j] = t;
    }
    int k;
    for (k = n >> 1; j & k; k >>= 1)
      j ^= k;
    j |= k;
  }
}

FN void
from_one(float *x, unsigned n) {
  unsigned j = 0;
#pragma loft
  for (unsigned i = 1; i < n; i++) {
    unsigned bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      float t = x[i];
      x[i] = x[j];
      x[j] = t;
    }
  }
}

FN int
subtracts(const float *x, int *o, int n) {
  int j = 0;
#pragma loft
  for (int i = 0; i < n - 1; i++) {
    o[i] = (int)x[j];
    int m = n / 2;
    while (m <= j) {
      j -= m;
      m /= 2;
    }
    j += m;
  }
  return j;
}

// More iterations than the bits count.
FN long
gathers(const float *x, int *o, int n, long top, long j) {
#pragma loft
  for (int i = 0; i < n; i++) {
    long k = top;
    while ((k & j) != 0) {
      j -= k;
      k = k / 2;
    }
    j += k;
    o[i] += (int)x[j];
  }
  return j;
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    re[i] = (float)i;
    im[i] = (float)(i * 7 % 101);
  }
  swaps(re, im, N);
  swaps(re, im, 24);
  from_one(im, N / 2);
  printf("%d\n", subtracts(im, out, N));
  printf("%ld\n", gathers(re, out, 3 * N, N / 4, 0));
  printf("%ld\n", gathers(re, out, 3 * N, N / 4, 1));
  unsigned h = 0;
  for (int i = 0; i < N; i++)
    h = h * 31 + (unsigned)re[i] + 3 * (unsigned)im[i];
  for (int i = 0; i < 3 * N; i++)
    h = h * 31 + (unsigned)out[i];
  printf("%u\n", h);
}
