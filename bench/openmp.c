// triad and sum of examples/linear.c with OpenMP by hand, to compare with.
#include "demo.h"

static float
sum(int n, const float *x) {
  float s = 0;
#pragma omp parallel for simd reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

static void
triad(int n, float *a, const float *b, const float *c, float s) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    a[i] = b[i] + s * c[i];
}

int
main(void) {
  const int length = demo_scaled(1 << 22, 1);
  float *x = demo_alloc(length * sizeof *x),
        *y = demo_alloc(length * sizeof *y);
  float *z = demo_alloc(length * sizeof *z), result = 0;
  for (int k = 0; k < length; k++) {
    x[k] = (float)(2 * demo_random() - 1);
    y[k] = (float)(2 * demo_random() - 1);
    z[k] = 0;
  }
  DEMO_RUN("triad", triad(length, z, x, y, 3.0f));
  demo_result("triad", z, length, sizeof *z, 'f');
  DEMO_RUN("sum", result = sum(length, y));
  demo_result("sum", &result, 1, sizeof result, 'f');
  free(x);
  free(y);
  free(z);
  return 0;
}
