// Arrays of few elements that all pixels add to: channels of pictures, a
// constant number of them or one that the run tells; sums, extrema, bits; also
// backwards, at an offset, of rows of rows, of no pixels at all.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

#define FN __attribute__((noinline)) static
typedef unsigned char byte;

FN void
rgb(long n, const byte *restrict a, long *restrict y) {
#pragma loft
  for (long i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      y[j] += a[i * 3 + j];
}

FN void
extrema(int h, int w, const byte (*restrict a)[4], byte *restrict lo,
        byte *restrict hi, unsigned *restrict bits) {
#pragma loft
  for (int i = 0; i < h; i++)
    for (int k = 0; k < w; k++)
      for (int c = 0; c < 4; c++) {
        byte v = a[i * w + k][c];
        lo[3 - c] = v < lo[3 - c] ? v : lo[3 - c];
        hi[c] = v > hi[c] ? v : hi[c];
        bits[c] |= 1u << (v & 31);
      }
}

FN void
channels(int n, int m, const short *restrict a, int *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[j] += a[i * m + j] * a[i * m];
}

FN void
twelve(int n, const int (*restrict a)[12], unsigned long *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 12; j++)
      y[j] ^= (unsigned long)a[i][j] << (j + i % 5);
}

FN void
scaled(int n, const float (*restrict a)[2], const int *restrict k,
       double *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    double s = k[i] / 4.;
    for (int j = 0; j < 2; j++)
      y[j] += a[i][j] * s;
  }
}

static void
run(int n, int m) {
  size_t all = (size_t)n * 12 + 64;
  byte *a = malloc(all), lo[4] = {255, 255, 255, 255}, hi[4] = {0};
  short *s = malloc(all * m * sizeof *s);
  int *x = malloc(all * sizeof *x), y[300] = {0};
  float(*f)[2] = malloc(all * sizeof *f);
  long sums[3] = {1, LONG_MAX / 2, -7};
  unsigned bits[4] = {0};
  unsigned long z[12] = {0};
  double d[2] = {1, 2};
  for (size_t i = 0; i < all; i++) {
    a[i] = (byte)(i * 37 % 251);
    x[i] = (int)(i * 2654435761u >> 7);
    f[i][0] = (float)(i % 64), f[i][1] = (float)(i % 32);
  }
  for (size_t i = 0; i < all * m; i++)
    s[i] = (short)(i * 31 % 997 - 400);
  rgb(n, a, sums);
  extrema(n / 8, 8, (const byte(*)[4])a, lo, hi, bits);
  channels(n, m, s, y);
  twelve(n, (const int(*)[12])x, z);
  for (int i = 0; i < n; i++)
    x[i] = i % 16;
  scaled(n, (const float(*)[2])f, x, d);
  unsigned h = hash(sums, sizeof sums) * 31 + hash(lo, 4) * 7 + hash(hi, 4);
  h = h * 31 + hash(bits, sizeof bits) + hash(y, sizeof y) * 3;
  printf("%d %d: %08x %08x %g %g\n", n, m, h, hash(z, sizeof z), d[0], d[1]);
  free(a), free(s), free(x), free(f);
}

int
main(void) {
  rgb(0, NULL, NULL);
  rgb(-1, NULL, NULL);
  run(0, 4);
  run(1, 1);
  run(17, 3);
  run(1000, 64);
  run(20000, 4);
  run(70, 300);
  return 0;
}
