// Rows that pointers in an array of structures point to: beside other fields of
// these, at any place, in one allocation or in many.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

enum { N = 40, M = 11 };
struct row {
  int id;
  double *p;
  float w;
  const int *q;
};
struct only {
  int *p;
};

static void
sums(int n, int m, const struct row *s, double *y) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    double t = s[i].w;
    for (int j = 0; j < m; j++)
      t += s[i].p[j] * s[i].id;
    y[i] = t;
  }
}

static void
fill(int n, int m, struct row *s, const double *x) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s[i].p[j] = x[j] * s[i].id + s[i].q[j];
}

static void
moved(int n, int m, struct only *s, int *y) {
#pragma loft required
  for (int i = 1; i < n; i++) {
    struct only *o = &s[i - 1];
    for (int j = 0; j < m; j++)
      o[0].p[j] += y[i];
  }
}

static double x[M], y[N];
static int v[N], flat[N][M];
static struct row s[N];
static struct only o[N];

int
main(void) {
  double *all = calloc(N * M, sizeof *all);
  for (int i = 0; i < N; i++) {
    double *own = calloc(M, sizeof *own);
    int *q = calloc(M, sizeof *q);
    s[i] = (struct row){i + 1, i % 2 ? own : all + i * M, i / 4.0f, q};
    o[i].p = flat[N - 1 - i];
    v[i] = i * 5 % 7;
    for (int j = 0; j < M; j++)
      q[j] = i ^ j;
  }
  for (int j = 0; j < M; j++)
    x[j] = j / 8.0;
  fill(N, M, s, x);
  sums(N, M, s, y);
  moved(N, M, o, v);
  for (int i = 0; i < N; i++)
    printf("%g %g %d\n", y[i], s[i].p[i % M], flat[i][i % M]);
}
