// Conditions of several comparisons that keep one of two tuples: least and
// greatest numbers beside NaN, and ties that another array decides, as in C.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: warning: loop stays
#include <math.h>
#include <stdio.h>

enum { N = 3000 };
static float x[N], y[N], z[N];
static int d[N], e[N], ok[N];
static unsigned char key[N];

#define FN __attribute__((noinline)) static
#define FOLD(NAME, STATEMENT)                                                  \
  FN float NAME(int n, const float *v, float m) {                              \
    _Pragma("loft") for (int i = 0; i < n; i++) STATEMENT;                     \
    return m;                                                                  \
  }

FOLD(least, m = v[i] < m || m != m ? v[i] : m)
FOLD(least_or_first, if (m != m || v[i] < m) m = v[i])
FOLD(least_of_both, m = m < v[i] || v[i] != v[i] ? m : v[i])
FOLD(least_number, if (!isnan(v[i]) && (isnan(m) || v[i] < m)) m = v[i])
FOLD(greatest, m = isnan(m) || v[i] > m ? v[i] : m)
FOLD(greatest_last, if (v[i] >= m || m != m) m = v[i])
FOLD(greatest_number, {
  if (isnan(v[i]))
    continue;
  if (isnan(m) || v[i] > m)
    m = v[i];
})
FOLD(sticky, if (v[i] != v[i] || v[i] < m) m = v[i])
FOLD(sticky_first, m = m >= v[i] || m != m ? m : v[i])

FN int
place(int n, const float *v, float *m) {
  float best = NAN;
  int at = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (isnan(best) || v[i] > best)
      best = v[i], at = i;
  *m = best;
  return at;
}

FN int
place_sticky(int n, const float *v) {
  int at = 0;
#pragma loft
  for (int i = 1; i < n; i++)
    if (!isnan(v[at]) && (isnan(v[i]) || v[i] < v[at]))
      at = i;
  return at;
}

FN int
nearest(int n, const int *v, const int *w, int *best) {
  int a = 1 << 20, b = 0, at = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (v[i] < a || (v[i] == a && w[i] < b)) {
      a = v[i];
      b = w[i];
      at = i;
    }
  *best = a * 100 + b;
  return at;
}

FN int
by_place(int n, const int *v, const unsigned char *w, const float *u) {
  int at = 0;
#pragma loft
  for (int i = 1; i < n; i++)
    if (v[i] < v[at] || (v[i] == v[at] && w[i] > w[at]) ||
        (v[i] == v[at] && w[i] == w[at] && u[i] < u[at]))
      at = i;
  return at;
}

FN int
chosen(int n, const int *v, const int *w, const int *may) {
  int at = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (may[i] && (at < 0 || v[i] < v[at] || (v[i] == v[at] && w[i] >= w[at])))
      at = i;
  return at;
}

FN int
tied(int n, const float *v, const float *w, float *best) {
  float a = best[0], b = best[1];
  int at = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (v[i] < a || (v[i] == a && w[i] < b)) {
      a = v[i];
      b = w[i];
      at = i;
    }
  best[0] = a;
  best[1] = b;
  return at;
}

FN int
skipped(int n, const float *v, const float *w, float *best) {
  float a = best[0], b = best[1];
  int at = -1;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (v[i] > a)
      continue;
    if (v[i] < a || w[i] < b) {
      a = v[i];
      b = w[i];
      at = i;
    }
  }
  best[0] = a;
  best[1] = b;
  return at;
}

FN int
unless_nan(int n, const float *v, const float *w, float *best) {
  float a = 0;
  int at = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (v[i] == v[i] && (at < 0 || !(v[i] >= a)))
      a = v[i], at = i;
  *best = a;
#pragma loft
  for (int i = 0; i < n; i++)
    if (w[i] > 0 && (at < 0 || v[i] > a || (v[i] == a && w[i] > w[at])))
      a = v[i], at = i;
  return at;
}

FN int
running(int n, const float *v, int *out) {
  float best = NAN;
  int at = -1;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (best != best || v[i] < best)
      best = v[i], at = i;
    out[i] = at;
  }
  return at;
}

static void
print(float v) {
  if (isnan(v))
    printf("nan ");
  else
    printf("%a ", (double)v);
}

static void
all(int n, const float *v) {
  float starts[] = {NAN, 1.0f, 0.0f, -0.0f, INFINITY, -INFINITY};
  for (int s = 0; s < 6; s++) {
    float m = starts[s];
    print(least(n, v, m));
    print(least_or_first(n, v, m));
    print(least_of_both(n, v, m));
    print(least_number(n, v, m));
    print(greatest(n, v, m));
    print(greatest_last(n, v, m));
    print(greatest_number(n, v, m));
    print(sticky(n, v, m));
    print(sticky_first(n, v, m));
    for (int t = 0; t < 6; t++) {
      float best[2] = {m, starts[t]};
      printf("%d ", tied(n, v, y, best));
      print(best[0]);
      print(best[1]);
      best[0] = m, best[1] = starts[t];
      printf("%d ", skipped(n, v, z, best));
      print(best[0]);
      print(best[1]);
    }
    printf("\n");
  }
  float m;
  int best;
  printf("%d ", place(n, v, &m));
  print(m);
  printf("%d ", unless_nan(n, v, z, &m));
  print(m);
  printf("%d %d ", n ? place_sticky(n, v) : 0, nearest(n, d, e, &best));
  printf("%d %d %d\n", best, n ? by_place(n, d, key, v) : 0,
         chosen(n, d, e, ok));
}

int
main(void) {
  static int out[N];
  static const int sizes[] = {0, 1, 2, 3, 7, 100, N};
  for (int kind = 0; kind < 6; kind++) {
    unsigned r = 12345u + (unsigned)kind;
    for (int i = 0; i < N; i++) {
      r = r * 1664525u + 1013904223u;
      x[i] = (float)((int)(r >> 20 & 15) - 3);
      z[i] = (float)((int)(r >> 15 & 31) - 7);
      if (kind == 1 && (r >> 8 & 3) == 0)
        x[i] = NAN;
      if (kind == 2)
        x[i] = NAN;
      if (kind == 3)
        x[i] = r >> 9 & 1 ? 0.0f : -0.0f;
      if (kind == 4 && i == N / 2)
        x[i] = NAN;
      y[i] = kind == 5 && (r >> 11 & 15) == 0 ? NAN : z[i];
      d[i] = (int)(r >> 12 & 15);
      e[i] = (int)(r >> 16 & 63) - (kind == 5);
      key[i] = (unsigned char)(r >> 22 & 7);
      ok[i] = r >> 27 & 1;
    }
    for (int s = 0; s < 7; s++)
      all(sizes[s], x);
    int sum = running(N, x, out);
    for (int i = 0; i < N; i++)
      sum = sum * 31 + out[i];
    printf("%d\n", sum);
  }
}
