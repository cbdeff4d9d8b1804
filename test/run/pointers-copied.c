// Elements of arrays of structures with pointers, copied, passed by value, or
// returned: rows behind these pointers are read, and written, as those of the
// elements when they were copied.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

typedef struct point {
  int weight;
  int *x;
  const char *name;
  long cost;
} point;
typedef struct points {
  int dim;
  point *p;
} points;
typedef struct view {
  double *at;
  int n;
} view;

static int
distance(point a, point b, int dim) {
  int sum = 0;
  for (int k = 0; k < dim; k++)
    sum += (a.x[k] - b.x[k]) * (a.x[k] - b.x[k]);
  return sum;
}

static point
get(const points *s, int i) {
  return s->p[i];
}

static void
by_value(const points *s, int n, int to, int *out) {
#pragma loft
  for (int i = 0; i < n; i++)
    out[i] = distance(s->p[i], s->p[to], s->dim) * s->p[i].weight;
}

// Copies that live on, and places that change behind the copy.
static void
copied(const points *s, int n, int *out) {
#pragma loft
  for (int i = 0; i < n - 1; i++) {
    int k = i;
    point a = s->p[k++], b;
    b = get(s, k);
    point c = i % 3 ? a : b;
    k = 0;
    out[i] = a.x[0] * 3 + b.x[1] - a.weight * c.weight + k;
  }
}

// No pointer is used: what they point to does not matter.
static long
scalars(const points *s, int n) {
  long sum = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    point a = s->p[i];
    sum += a.cost * a.weight;
  }
  return sum;
}

static void
written(const view *v, int n, double by) {
#pragma loft
  for (int i = 0; i < n; i++) {
    view row = v[i];
    for (int k = 0; k < row.n; k++)
      row.at[k] = row.at[k] * by + i;
  }
}

int
main(void) {
  static const int sizes[] = {1, 2, 5, 300};
  enum { DIM = 7 };
  for (int k = 0; k < 4; k++) {
    int n = sizes[k];
    int *block = malloc((size_t)n * DIM * sizeof *block);
    int *out = calloc((size_t)n, sizeof *out);
    points s = {DIM, malloc((size_t)n * sizeof(point))};
    for (int i = 0; i < n * DIM; i++)
      block[i] = i * 37 % 101;
    for (int i = 0; i < n; i++)
      s.p[i] = (point){i % 4 + 1, block + (n - 1 - i) * DIM, NULL, i};
    by_value(&s, n, n / 2, out);
    unsigned hash = 1;
    for (int i = 0; i < n; i++)
      hash = hash * 31 + (unsigned)out[i];
    copied(&s, n, out);
    for (int i = 0; i < n; i++)
      hash = hash * 31 + (unsigned)out[i];
    printf("%d: %u %ld\n", n, hash, scalars(&s, n));
    double *rows = malloc((size_t)n * n * sizeof *rows), sum = 0;
    view *v = malloc((size_t)n * sizeof *v);
    for (int i = 0; i < n * n; i++)
      rows[i] = i % 13;
    for (int i = 0; i < n; i++)
      v[i] = (view){rows + (size_t)i * n, n - i};
    written(v, n, 0.5);
    for (int i = 0; i < n * n; i++)
      sum += rows[i] * (i % 5);
    printf("%g\n", sum);
    free(block), free(out), free(s.p), free(rows), free(v);
  }
}
