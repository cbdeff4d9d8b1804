// The greatest absolute value of each window, with zeros of both signs and NaNs
// among the values, by fmax and by a comparison, from 0 and from below it.
// RUN: %clang -O3 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t cpu
// CHECK-NOT: warning
#include <math.h>
#include <stdio.h>

enum { N = 5000, WINDOWS = 12 };
static const int start[WINDOWS] = {0,    1,    2000, 2003, 2003, 2100,
                                   2101, 2150, 2400, 2401, 4000, 4999};
static const int length[WINDOWS] = {1,  1999, 3, 0,    97,  1,
                                    49, 250,  1, 1599, 999, 1};

static void
peaks(int n, const int *at, const int *count, const float *x, float *a,
      float *b, double *c) {
#pragma loft map
  for (int w = 0; w < n; w++) {
    const float *p = x + at[w];
    float most = 0, above = 0, low = -1;
    for (int k = 0; k < count[w]; k++)
      most = fmaxf(most, fabsf(p[k]));
    for (int k = 0; k < count[w]; k++)
      if (fabsf(p[k]) > above)
        above = fabsf(p[k]);
    for (int k = 0; k < count[w]; k++)
      low = fmaxf(low, p[k]);
    a[w] = most;
    b[w] = above;
    c[w] = low;
  }
}

int
main(void) {
  static float x[2 * N], a[WINDOWS], b[WINDOWS];
  static double c[WINDOWS];
  for (int k = 0; k < N; k++)
    x[k] = k % 7 == 3 ? NAN : k % 5 ? -(float)(k * 7919 % 1013) : -0.0f;
  x[2400] = -NAN;
  for (int k = 2003; k < 2100; k++)
    x[k] = k % 2 ? NAN : -0.0f;
  peaks(WINDOWS, start, length, x, a, b, c);
  for (int w = 0; w < WINDOWS; w++)
    printf("%a %a %a\n", (double)a[w], (double)b[w], c[w] + 0.0);
  return 0;
}
