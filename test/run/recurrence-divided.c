// Recurrences that divide: by divisors that make all orders exact, and means
// and variances, which differ from those of C's order in the last digits.
// RUN: %clang -O2 %s -o %t %link -lm
// RUN: %three %t
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double *x, *c, *y;
static float *f;

// 1 when "a" is "b" but for a relative error of "most".
static int
near(double a, double b, double most) {
  return fabs(a - b) <= most * fabs(b) || a == b;
}

static double
exact(int n) {
  double s = 3, t = 5;
  float u = 1, by = -1;
#pragma loft
  for (int i = 0; i < n; i++) {
    s = (s + x[i]) / c[i];
    y[i] = s;
  }
#pragma loft
  for (int i = 0; i < n; i++)
    t /= c[i];
#pragma loft
  for (int i = 0; i < n; i++)
    u = (f[i] - u) / by;
#pragma loft
  for (int i = 1; i < n; i++)
    x[i] = (y[i] - x[i] * x[i - 1]) / c[i];
  return s + 3 * t + 7 * u;
}

static void
means(int n) {
  double mean = 0, m2 = 0, weight = 0, weighted = 0;
  float small = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    double d = y[i] - mean;
    mean += d / (i + 1);
    m2 += d * (y[i] - mean);
  }
#pragma loft
  for (int i = 0; i < n; i++)
    small += (f[i] - small) / (i + 1);
#pragma loft
  for (int i = 0; i < n; i++) {
    weight += f[i];
    weighted += (y[i] - weighted) * (f[i] / weight);
  }
  double sum = 0, sums = 0, squares = 0, singles = 0, weights = 0;
  for (int i = 0; i < n; i++)
    sum += y[i], singles += f[i], sums += f[i] * y[i], weights += f[i];
  for (int i = 0; i < n; i++)
    squares += (y[i] - sum / n) * (y[i] - sum / n);
  printf("%d %d %d %d\n", n == 0 || near(mean, sum / n, 1e-12),
         n == 0 || near(m2, squares, 1e-11),
         n == 0 || near(small, singles / n, 1e-4),
         n == 0 || near(weighted, sums / weights, 1e-12));
}

int
main(void) {
  static const int sizes[] = {0, 1, 2, 3, 17, 255, 256, 257, 4097, 70001};
  for (int k = 0; k < 10; k++) {
    int n = sizes[k];
    size_t room = (size_t)n + 1;
    x = malloc(room * sizeof *x), c = malloc(room * sizeof *c);
    y = malloc(room * sizeof *y), f = malloc(room * sizeof *f);
    for (int i = 0; i < n; i++) {
      x[i] = i % 3 - 1;
      c[i] = i % 5 == 0 ? -1 : i % 4 == 1 ? 2 : i % 4 == 3 ? 0.5 : 1;
      f[i] = (float)(i * 2654435761u >> 24) + 1;
    }
    for (int i = 0; i < n; i++) // as many halves as doubles
      if (i / 20 * 20 + 20 > n || i % 20 == 5 || i % 20 == 15)
        c[i] = 1;
    double r = exact(n), sum = 0;
    for (int i = 0; i < n; i++)
      sum += y[i] * (i % 7) + x[i] * (i % 11);
    printf("%d: %.17g %.17g\n", n, r, sum);
    for (int i = 0; i < n; i++)
      y[i] = 100 + (double)(i * 2654435761u >> 16) / 65536;
    means(n);
    free(x), free(c), free(y), free(f);
  }
}
