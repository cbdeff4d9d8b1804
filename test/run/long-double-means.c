// Moments with a long double that carries the mean of doubles: of weighted
// numbers, and the correlation of two arrays in one loop.
// RUN: %clang -O2 %s -o %t %link -lm
// RUN: %three %t cpu
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double *x, *y, *w;

// "d" without its last digits.
static double
rounded(long double d) {
  return (double)(float)d;
}

// The moments of "n" numbers that are "stride" apart.
static void
moments(size_t n, size_t stride, double mean, double sd) {
  long double m = 0, skew = 0, q = 0, v = 0;
#pragma loft
  for (size_t i = 0; i < n; i++)
    m += (x[i * stride] - m) / (i + 1);
#pragma loft
  for (size_t i = 0; i < n; i++) {
    const long double z = (x[i * stride] - mean) / sd;
    skew += (z * z * z - skew) / (i + 1);
  }
#pragma loft
  for (size_t i = 1; i < n; i++) {
    const long double d0 = x[(i - 1) * stride] - mean;
    const long double d1 = x[i * stride] - mean;
    q += (d0 * d1 - q) / (i + 1);
    v += (d1 * d1 - v) / (i + 1);
  }
  printf("%.6g %.6g %.6g %.6g\n", rounded(m), rounded(skew), rounded(q),
         rounded(v));
}

// The weighted mean and variance of "n" numbers, of which some have no weight.
static void
weighted(size_t n) {
  long double mean = 0, variance = 0, all = 0, total = 0;
#pragma loft
  for (size_t i = 0; i < n; i++) {
    double wi = w[i];
    if (wi > 0) {
      all += wi;
      mean += (x[i] - mean) * (wi / all);
    }
  }
#pragma loft
  for (size_t i = 0; i < n; i++) {
    double wi = w[i];
    if (wi > 0) {
      const long double delta = x[i] - 3;
      total += wi;
      variance += (delta * delta - variance) * (wi / total);
    }
  }
  printf("%.6g %.6g\n", rounded(mean), rounded(variance));
}

// The correlation of "n" pairs of numbers.
static void
correlation(size_t n) {
  long double xx = 0, yy = 0, xy = 0, mx = x[0], my = y[0];
#pragma loft
  for (size_t i = 1; i < n; ++i) {
    long double ratio = i / (i + 1.0);
    long double dx = x[i] - mx, dy = y[i] - my;
    xx += dx * dx * ratio;
    yy += dy * dy * ratio;
    xy += dx * dy * ratio;
    mx += dx / (i + 1.0);
    my += dy / (i + 1.0);
  }
  printf("%.6g %.6g %.6g\n", rounded(xy), rounded(mx), rounded(my));
  printf("%.6g %.6g\n", rounded(xx), rounded(yy));
}

int
main(void) {
  static const size_t sizes[] = {1, 2, 3, 17, 256, 257, 4097, 70001};
  for (int k = 0; k < 8; k++) {
    size_t n = sizes[k];
    x = malloc(2 * n * sizeof *x);
    y = malloc(n * sizeof *y), w = malloc(n * sizeof *w);
    for (size_t i = 0; i < 2 * n; i++)
      x[i] = 3 + (double)((unsigned)i * 2654435761u >> 12) / (1 << 20);
    for (size_t i = 0; i < n; i++) {
      y[i] = x[i] * 2 - (double)(i * 40503 % 1000) / 1000;
      w[i] = (double)(i * 7 % 5) - 1;
    }
    moments(n, 1, 3.5, 0.3);
    moments(n, 2, 3.5, 0.3);
    weighted(n);
    correlation(n);
    free(x), free(y), free(w);
  }
}
