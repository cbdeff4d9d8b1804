// Of BLAS scal, axpy, dot, asum, gemv with its factors, without them the
// product of a matrix and a vector, and the naive triple-loop matrix product;
// triad and sum, which measure memory.
#include "demo.h"

static void
scal(int n, float a, float *x) {
#pragma loft map
  for (int i = 0; i < n; i++)
    x[i] = a * x[i];
}

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
asum(int n, const float *x) {
  float s = 0;
#pragma loft reduce
  for (int i = 0; i < n; i++)
    s += fabsf(x[i]);
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

// y = alpha * a * x + beta * y
static void
gemv(int rows, int columns, float alpha, const float *a, const float *x,
     float beta, float *y) {
#pragma loft map
  for (int i = 0; i < rows; i++) {
    float s = 0;
    for (int j = 0; j < columns; j++)
      s += a[i * columns + j] * x[j];
    y[i] = alpha * s + beta * y[i];
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

// The same of the sum of |x[i]|.
static void
exact_abs(const char *name, int n, const float *x) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += fabsf(x[i]);
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
  const int length = demo_scaled(1 << 22, 1), rows = demo_scaled(2048, 2);
  const int side = demo_scaled(512, 2);
  float *x = random_floats(length), *y = random_floats(length);
  float *z = random_floats(length), result = 0;
  float *a = random_floats((size_t)rows * rows);
  float *product = random_floats((size_t)side * side);

  DEMO_RUN("axpy", axpy(length, 0.5f, x, y));
  demo_result("axpy", y, length, sizeof *y, 'f');
  DEMO_RUN("scal", scal(length, -1.0f, y));
  demo_result("scal", y, length, sizeof *y, 'f');
  DEMO_RUN("triad", triad(length, z, x, y, 3.0f));
  demo_result("triad", z, length, sizeof *z, 'f');
  DEMO_RUN("dot", result = dot(length, x, y));
  demo_result("dot", &result, 1, sizeof result, 'f');
  exact_sum("dot.exact", length, x, y);
  DEMO_RUN("sum", result = sum(length, y));
  demo_result("sum", &result, 1, sizeof result, 'f');
  exact_sum("sum.exact", length, y, NULL);
  DEMO_RUN("asum", result = asum(length, y));
  demo_result("asum", &result, 1, sizeof result, 'f');
  exact_abs("asum.exact", length, y);
  DEMO_RUN("matvec", matvec(rows, rows, a, x, y));
  demo_result("matvec", y, rows, sizeof *y, 'f');
  DEMO_RUN("gemv", gemv(rows, rows, 0.5f, a, x, 0.25f, y));
  demo_result("gemv", y, rows, sizeof *y, 'f');
  DEMO_RUN("matmul", matmul(side, a, x, product));
  demo_result("matmul", product, (size_t)side * side, sizeof *product, 'f');

  free(x);
  free(y);
  free(z);
  free(a);
  free(product);
  return 0;
}
