// axpy, dot, matrix-vector and the naive triple-loop matrix product; triad
// and sum, which measure memory.
#include "demo.h"

enum { LENGTH = 1 << 22, ROWS = 2048, COLUMNS = 2048, SIDE = 512 };

static void
axpy(int n, float a, const float *x, float *y) {
#pragma loft map
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}

static float
dot(int n, const float *x, const float *y) {
  float s = 0;
#pragma loft reduce
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

static float
sum(int n, const float *x) {
  float s = 0;
#pragma loft reduce
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

static void
triad(int n, float *a, const float *b, const float *c, float s) {
#pragma loft map
  for (int i = 0; i < n; i++)
    a[i] = b[i] + s * c[i];
}

static void
matvec(int rows, int columns, const float *a, const float *x, float *y) {
#pragma loft map
  for (int i = 0; i < rows; i++) {
    float s = 0;
    for (int j = 0; j < columns; j++)
      s += a[i * columns + j] * x[j];
    y[i] = s;
  }
}

static void
matmul(int n, const float *a, const float *b, float *c) {
#pragma loft map
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

// Appends the sum of x[i] * y[i] (of x[i] without "y") in double as what "name"
// should be: the float loop's own order loses more than the lifted one.
static void
exact_sum(const char *name, int n, const float *x, const float *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += y ? (double)x[i] * y[i] : x[i];
  demo_result(name, &s, 1, sizeof s, 'd');
}

// "n" random floats in -1..1.
static float *
random_floats(size_t n) {
  float *p = demo_alloc(n * sizeof *p);
  for (size_t i = 0; i < n; i++)
    p[i] = (float)(2 * demo_random() - 1);
  return p;
}

int
main(void) {
  float *x = random_floats(LENGTH), *y = random_floats(LENGTH);
  float *z = random_floats(LENGTH), result = 0;
  float *a = random_floats((size_t)ROWS * COLUMNS);
  float *product = random_floats((size_t)SIDE * SIDE);

  DEMO_RUN("axpy", axpy(LENGTH, 0.5f, x, y));
  demo_result("axpy", y, LENGTH, sizeof *y, 'f');
  DEMO_RUN("triad", triad(LENGTH, z, x, y, 3.0f));
  demo_result("triad", z, LENGTH, sizeof *z, 'f');
  DEMO_RUN("dot", result = dot(LENGTH, x, y));
  demo_result("dot", &result, 1, sizeof result, 'f');
  exact_sum("dot.exact", LENGTH, x, y);
  DEMO_RUN("sum", result = sum(LENGTH, y));
  demo_result("sum", &result, 1, sizeof result, 'f');
  exact_sum("sum.exact", LENGTH, y, NULL);
  DEMO_RUN("matvec", matvec(ROWS, COLUMNS, a, x, y));
  demo_result("matvec", y, ROWS, sizeof *y, 'f');
  DEMO_RUN("matmul", matmul(SIDE, a, x, product));
  demo_result("matmul", product, (size_t)SIDE * SIDE, sizeof *product, 'f');

  free(x);
  free(y);
  free(z);
  free(a);
  free(product);
  return 0;
}
