// Least and greatest floats where numbers are NaN, in the manners of C: some
// skip a NaN, some take it and let it go for the next number. Also running ones,
// with what is done where they change, from any initial value.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t cpu
#include <math.h>
#include <stdio.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
static double
dd(int n, const double *p) {
  double peak = 0, d = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (p[i] > peak)
      peak = p[i];
    if (peak - p[i] > d)
      d = peak - p[i];
  }
  return d;
}
static int
rec(int n, const double *p, double *o) {
  double m = 0;
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (p[i] > m) {
      m = p[i];
      o[k++] = m;
    }
  return k;
}
static double
mn(int n, const double *x, double m) {
#pragma loft
  for (int i = 0; i < n; i++)
    m = MIN(m, x[i]);
  return m;
}
static double
mx2(int n, const double *x, double m) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      m = MAX(m, x[(i + j) % n]);
  return m;
}
static void
run(int n, const double *x, double m, double *o) {
#pragma loft
  for (int i = 0; i < n; i++) {
    m = MIN(m, x[i]);
    o[i] = m;
  }
}
static int
arg(int n, const double *x, double m) {
  int at = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (!(x[i] >= m)) {
      m = x[i];
      at = i;
    }
  return at;
}
static double
neg(int n, const double *x, double m) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (!(x[i] >= m))
      m = x[i];
  return m;
}
static double
cond(int n, const double *x, double m) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] != 3)
      m = MIN(m, x[i]);
  return m;
}
static double
two(int n, const double *x, double m) {
  double M = -m;
#pragma loft
  for (int i = 0; i < n; i++) {
    m = MIN(m, x[i]);
    M = MAX(M, x[i]);
  }
  return m + 100 * M;
}
// Of two numbers an iteration, the first of which may be a NaN.
static double
least_of_two(int n, const double *x, double m) {
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] < m)
      m = x[i];
    if (x[n - 1 - i] * 2 < m)
      m = x[n - 1 - i] * 2;
  }
  return m;
}
static void
rows(int n, const double *x, double *o) {
#pragma loft
  for (int i = 0; i < n; i++) {
    double m = x[i];
    for (int j = 0; j < n; j++)
      m = MIN(m, x[(i + j) % n]);
    o[i] = m;
  }
}
static void
runge(int n, const double *x, double m, double *o) {
#pragma loft
  for (int i = 0; i < n; i++) {
    m = m <= x[i] ? m : x[i];
    o[i] = m;
  }
}
static double
fl(int n, const float *x, float m) {
#pragma loft
  for (int i = 0; i < n; i++)
    m = MIN(m, x[i]);
  return m;
}
static void
pr(const char *s, double v) {
  printf("%s %a\n", s, isnan(v) ? 99.0 : v);
}
int
main() {
  static double x[400], o[400];
  static float f[400];
  for (int c = 0; c < 40; c++) {
    int n = c < 6 ? c : c * 9;
    unsigned s = c * 77 + 5;
    for (int i = 0; i < n; i++) {
      s = s * 1103515245u + 12345u;
      x[i] = (s >> 16) % 23 - 11;
      if ((s >> 8) % (c % 3 ? 7 : 400) == 0 || (c % 2 && i % 16 == 0))
        x[i] = NAN;
      if ((s >> 9) % 50 == 0)
        x[i] = INFINITY;
      if ((s >> 9) % 57 == 0)
        x[i] = -INFINITY;
      if (c == 20 && i == n - 1)
        x[i] = NAN;
      f[i] = x[i];
    }
    double inits[] = {INFINITY, NAN, 3, -5, 0};
    double in = inits[c % 5];
    for (int i = 0; i < 400; i++)
      o[i] = 0;
    pr("dd", dd(n, x));
    printf("rec %d\n", rec(n, x, o));
    pr("mn", mn(n, x, in));
    pr("mx2", mx2(n < 60 ? n : 60, x, in));
    run(n, x, in, o);
    for (int i = 0; i < n; i++)
      pr("run", o[i]);
    printf("arg %d\n", arg(n, x, in));
    pr("neg", neg(n, x, in));
    pr("cond", cond(n, x, in));
    pr("two", two(n, x, in));
    pr("least_of_two", least_of_two(n, x, in));
    rows(n, x, o);
    for (int i = 0; i < n; i++)
      pr("rows", o[i]);
    runge(n, x, in, o);
    for (int i = 0; i < n; i++)
      pr("runge", o[i]);
    pr("fl", fl(n, f, in));
  }
}
