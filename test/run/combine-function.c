// Functions of the program's as operators of folds: combine(merge: acc). On
// integers they give C's bits, whatever the order.
// RUN: %clang -O2 %s -o %t %link -fplugin-arg-loft-remarks 2> %t.log
// RUN: FileCheck --input-file=%t.log %s
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  unsigned a, b, c, d;
} mat2;
typedef struct {
  unsigned m[2][2];
} mat2a;
typedef struct {
  int lo, hi;
} range;
typedef struct {
  int sum, prefix, suffix, best;
} segment;
typedef struct {
  float x0, y0, x1, y1;
  int n;
} box;
typedef struct {
  unsigned long n;
  long sum, squares;
} moments;
static int
larger(int a, int b) {
  return a > b ? a : b;
}
static mat2
mul(mat2 x, mat2 y) {
  return (mat2){x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d,
                x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
}
static mat2a
mula(mat2a x, mat2a y) {
  mat2a r;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      r.m[i][j] = 0;
      for (int k = 0; k < 2; k++)
        r.m[i][j] += x.m[i][k] * y.m[k][j];
    }
  return r;
}
static range
widen(range a, range b) {
  if (b.lo < a.lo)
    a.lo = b.lo;
  if (b.hi > a.hi)
    a.hi = b.hi;
  return a;
}
static segment
join(segment a, segment b) {
  segment r;
  r.sum = a.sum + b.sum;
  r.prefix = larger(a.prefix, a.sum + b.prefix);
  r.suffix = larger(b.suffix, b.sum + a.suffix);
  r.best = larger(larger(a.best, b.best), a.suffix + b.prefix);
  return r;
}
static box
unite(box a, box b) {
  if (!a.n || !b.n)
    return a.n ? a : b;
  return (box){a.x0 < b.x0 ? a.x0 : b.x0, a.y0 < b.y0 ? a.y0 : b.y0,
               a.x1 > b.x1 ? a.x1 : b.x1, a.y1 > b.y1 ? a.y1 : b.y1, a.n + b.n};
}
static moments
add(moments a, moments b) {
  a.n += b.n;
  a.sum += b.sum;
  a.squares += b.squares;
  return a;
}
static unsigned
last_set(unsigned a, unsigned b) {
  return b ? b : a;
}

// CHECK: lifted to reduce of 4 values; x read
static mat2
products(int n, const mat2 *x) {
  mat2 acc = {1, 0, 0, 1};
#pragma loft combine(mul : acc)
  for (int i = 0; i < n; i++)
    acc = mul(acc, x[i]);
  return acc;
}
// From the right.
// CHECK: lifted to reduce of 4 values; x read
static mat2
products_back(int n, const mat2 *x) {
  mat2 acc = {1, 0, 0, 1};
#pragma loft combine(mul : acc)
  for (int i = 0; i < n; i++)
    acc = mul(x[i], acc);
  return acc;
}
// CHECK: lifted to reduce of 4 values; x read
static mat2a
products_array(int n, const mat2 *x) {
  mat2a acc = {{{1, 0}, {0, 1}}};
#pragma loft combine(mula : acc)
  for (int i = 0; i < n; i++) {
    mat2a e = {{{x[i].a, x[i].b}, {x[i].c, x[i].d}}};
    acc = mula(acc, e);
  }
  return acc;
}
// No neutral element, and not in each iteration.
// CHECK: lifted to reduce of 3 values; x read
static range
extent(int n, const int *x) {
  range acc = {x[0], x[0]};
#pragma loft combine(widen : acc)
  for (int i = 1; i < n; i++)
    if (x[i] % 3)
      acc = widen(acc, (range){x[i], x[i]});
  return acc;
}
// CHECK: lifted to reduce of 4 values; x read
static segment
best_segment(int n, const int *x) {
  segment acc = {0};
#pragma loft combine(join : acc)
  for (int i = 0; i < n; i++) {
    int e = x[i] % 100, p = larger(e, 0);
    acc = join(acc, (segment){e, p, p, p});
  }
  return acc;
}
// CHECK: lifted to reduce of 5 values; x read
static box
bounds(int n, const int *x) {
  box acc = {0};
#pragma loft combine(unite : acc)
  for (int i = 0; i + 1 < n; i++) {
    float u = x[i], v = x[i + 1];
    acc = unite(acc, (box){u, v, u, v, 1});
  }
  return acc;
}
// A nest, with a sum beside it.
// CHECK: lifted to reduce of 4 values; x read
static moments
both(int n, int m, const int *x, long *odd) {
  moments acc = {0};
  long k = 0;
#pragma loft combine(add : acc)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      long e = x[i * m + j];
      acc = add(acc, (moments){1, e, e * e});
      k += e & 1;
    }
  *odd = k;
  return acc;
}
// Running values, of a scalar.
// CHECK: lifted to scan of 1 value; x read, y written
static unsigned
running(int n, const int *x, unsigned *y) {
  unsigned acc = 7;
#pragma loft combine(last_set : acc)
  for (int i = 0; i < n; i++) {
    acc = last_set(acc, x[i] % 5 ? 0 : x[i]);
    y[i] = acc;
  }
  return acc;
}
// In a map each row is folded in C's order.
// CHECK: lifted to map of loop; x read, y written
static void
rows(int n, int m, const mat2 *x, mat2 *y) {
#pragma loft combine(mul : acc)
  for (int i = 0; i < n; i++) {
    mat2 acc = {1, 0, 0, 1};
    for (int j = 0; j < m; j++)
      acc = mul(acc, x[i * m + j]);
    y[i] = acc;
  }
}

int
main(void) {
  enum { N = 5000 };
  mat2 *x = malloc(N * sizeof *x), *out = calloc(50, sizeof *out);
  int *y = malloc(N * sizeof *y);
  unsigned *run = calloc(N, sizeof *run), h = 1, sum = 0;
  for (int i = 0; i < N; i++) {
    h = h * 1664525u + 1013904223u;
    x[i] = (mat2){h >> 7, h >> 9, h >> 3, h >> 11};
    y[i] = (int)(h >> 12) - (1 << 19);
  }
  for (int n = 1; n <= N; n = n * 7 + 3) {
    mat2 a = products(n, x), b = products_back(n, x);
    mat2a c = products_array(n, x);
    range r = extent(n, y);
    segment s = best_segment(n, y);
    box w = bounds(n, y);
    printf("%u %u %u %u, %u %u, %u %u\n", a.a, a.b, a.c, a.d, b.a, b.d,
           c.m[0][1], c.m[1][1]);
    printf("%d %d, %d %d, %g %g %g %g %d\n", r.lo, r.hi, s.best, s.suffix, w.x0,
           w.y0, w.x1, w.y1, w.n);
  }
  long odd;
  moments m = both(50, 100, y, &odd);
  unsigned last = running(N, y, run);
  for (int i = 0; i < N; i++)
    sum = sum * 31 + run[i];
  printf("%lu %ld %ld %ld, %u %u\n", m.n, m.sum, m.squares, odd, last, sum);
  rows(50, 100, x, out);
  for (int i = 0; i < 50; i++)
    sum = sum * 31 + out[i].a + out[i].d;
  printf("%u\n", sum);
}
