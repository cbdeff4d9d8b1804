// Mean and variance by Welford's merge, a sum by Kahan's, a product of complex
// numbers: near what C's order gives.
// RUN: %clang -O2 %s -o %t %link -fplugin-arg-loft-remarks 2> %t.log
// RUN: FileCheck --input-file=%t.log %s
// RUN: %three %t
#include <complex.h>
#include <math.h>
#include <stdio.h>
typedef struct {
  double n, mean, m2;
} stat;
typedef struct {
  float sum, rest;
} kahan;
static stat
merge(stat a, stat b) {
  double n = a.n + b.n, d = b.mean - a.mean;
  return (stat){n, a.mean + d * b.n / n, a.m2 + b.m2 + d * d * a.n * b.n / n};
}
static kahan
add(kahan a, kahan b) {
  float y = b.sum - (a.rest + b.rest), t = a.sum + y;
  return (kahan){t, (t - a.sum) - y};
}
static double complex
times(double complex a, double complex b) {
  return a * b;
}
static double x[4000];
static float f[4000];

int
main(void) {
  int n = sizeof x / sizeof *x;
  double exact = 0, mean = 0, m2 = 0;
  for (int i = 0; i < n; i++) {
    x[i] = 1e6 + i * 37 % 101;
    f[i] = (float)(i * 29 % 97) * 0.1f + (i == 7 ? 1e6f : 0);
    exact += f[i];
    mean += x[i] / n;
  }
  for (int i = 0; i < n; i++)
    m2 += (x[i] - mean) * (x[i] - mean);
  stat s = {1, x[0], 0};
// CHECK: lifted to reduce of 3 values; x read
#pragma loft combine(merge : s)
  for (int i = 1; i < n; i++)
    s = merge(s, (stat){1, x[i], 0});
  kahan k = {0};
// CHECK: lifted to reduce of 2 values; f read
#pragma loft combine(add : k)
  for (int i = 0; i < n; i++)
    k = add(k, (kahan){f[i]});
  double complex z = 1;
// CHECK: lifted to reduce of 2 values; x read
#pragma loft combine(times : z)
  for (int i = 0; i < n; i++)
    z = times(z, cos(x[i]) + I * sin(x[i]));
  printf("%g %d %d\n", s.n, fabs(s.mean - mean) < 1e-6,
         fabs(s.m2 - m2) < 1e-6 * m2);
  printf("%d %d\n", fabs(k.sum - exact) <= 0.07, fabs(cabs(z) - 1) < 1e-10);
}
