// Sparse matrices in rows: the product with a vector, and conjugate gradients
// for a Laplacian in three dimensions.
#include "demo.h"

// Row i has the values value[k] in the columns column[k], for k from first[i]
// to below first[i + 1].
typedef struct matrix {
  int rows;
  int *first, *column;
  double *value;
} matrix;

static void
spmv(int n, const int *first, const int *column, const double *value,
     const double *x, double *y) {
#pragma loft map
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

// Solves for x, which is 0 at first, until the residual's square is below
// "close"; r is b, p and q have room for n numbers. How many steps it took.
static int
gradients(int n, const int *first, const int *column, const double *value,
          double *x, double *r, double *p, double *q, double close) {
  int steps = 0;
  double old = 0;
  for (int i = 0; i < n; i++) {
    p[i] = r[i];
    old += r[i] * r[i];
  }
#pragma loft
  while (old > close && steps < 1000) {
    double pq = 0, square = 0;
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int k = first[i]; k < first[i + 1]; k++)
        sum += value[k] * p[column[k]];
      q[i] = sum;
    }
    for (int i = 0; i < n; i++)
      pq += p[i] * q[i];
    double alpha = old / pq;
    for (int i = 0; i < n; i++) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
      square += r[i] * r[i];
    }
    double beta = square / old;
    for (int i = 0; i < n; i++)
      p[i] = r[i] + beta * p[i];
    old = square;
    steps++;
  }
  return steps;
}

// A matrix with room for "most" values.
static matrix
make_matrix(int rows, int most) {
  matrix a = {.rows = rows};
  a.first = demo_alloc(((size_t)rows + 1) * sizeof *a.first);
  a.column = demo_alloc((size_t)most * sizeof *a.column);
  a.value = demo_alloc((size_t)most * sizeof *a.value);
  a.first[0] = 0;
  return a;
}

// Adds a value to row "i", the last one so far.
static void
add(matrix *a, int i, int column, double value) {
  int k = a->first[i + 1]++;
  a->column[k] = column;
  a->value[k] = value;
}

// The Laplacian of a cube of side^3 points, held at its surface.
static matrix
make_laplacian(int side) {
  int square = side * side, n = square * side;
  matrix a = make_matrix(n, 7 * n);
  for (int i = 0; i < n; i++) {
    int x = i % side, y = i / side % side, z = i / square;
    a.first[i + 1] = a.first[i];
    if (z > 0)
      add(&a, i, i - square, -1);
    if (y > 0)
      add(&a, i, i - side, -1);
    if (x > 0)
      add(&a, i, i - 1, -1);
    add(&a, i, i, 6);
    if (x < side - 1)
      add(&a, i, i + 1, -1);
    if (y < side - 1)
      add(&a, i, i + side, -1);
    if (z < side - 1)
      add(&a, i, i + square, -1);
  }
  return a;
}

// "width" values a row around the diagonal.
static matrix
make_banded(int n, int width) {
  matrix a = make_matrix(n, n * width);
  for (int i = 0; i < n; i++) {
    a.first[i + 1] = a.first[i];
    for (int k = i - width / 2; k < i + width / 2; k++)
      if (k >= 0 && k < n)
        add(&a, i, k, demo_random());
  }
  return a;
}

// Rows of which few are long, 16 values on average, in any columns.
static matrix
make_power(int n) {
  matrix a = make_matrix(n, 20 * n);
  for (int i = 0, left = 20 * n; i < n; i++) {
    int length = (int)fmin(4 / sqrt(demo_random() + 1.0 / n), left);
    length *= 2;
    length = length > left ? left : length;
    left -= length;
    a.first[i + 1] = a.first[i];
    for (int k = 0; k < length; k++)
      add(&a, i, (int)(n * demo_random()), demo_random());
  }
  return a;
}

// Times the product of "a", which is called "name", and a vector.
static void
multiply(const char *name, const matrix *a, const double *x, double *y) {
  char text[40];
  snprintf(text, sizeof text, "spmv.%s", name);
  DEMO_RUN(text, spmv(a->rows, a->first, a->column, a->value, x, y));
  demo_result(text, y, (size_t)a->rows, sizeof *y, 'd');
}

// Frees what "a" consists of.
static void
free_matrix(const matrix *a) {
  free(a->first);
  free(a->column);
  free(a->value);
}

int
main(void) {
  const int side = demo_scaled(48, 3), n = side * side * side;
  size_t bytes = (size_t)n * sizeof(double);
  double *b = demo_alloc(bytes), *x = demo_alloc(bytes);
  double *r = demo_alloc(bytes), *p = demo_alloc(bytes), *q = demo_alloc(bytes);
  for (int i = 0; i < n; i++)
    b[i] = demo_random();

  matrix laplacian = make_laplacian(side), banded = make_banded(n, 72);
  matrix power = make_power(n);
  multiply("laplacian", &laplacian, b, x);
  multiply("banded", &banded, b, x);
  multiply("power", &power, b, x);
  const matrix *a = &laplacian;
  DEMO_RUN("gradients", {
    memset(x, 0, bytes);
    memcpy(r, b, bytes);
    gradients(n, a->first, a->column, a->value, x, r, p, q, 1e-16 * n);
  });
  demo_result("gradients", x, (size_t)n, sizeof *x, 'd');

  free(b);
  free(x);
  free(r);
  free(p);
  free(q);
  free_matrix(&laplacian);
  free_matrix(&banded);
  free_matrix(&power);
  return 0;
}
