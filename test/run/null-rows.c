// Rows behind pointers that the loop compares with null: in structures, in
// arrays and in arrays of structures; those that are null lie nowhere.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

enum { N = 40, M = 11 };
struct row {
  int id;
  float *p;
  float w;
  const int *q;
};
struct gamma {
  unsigned **table;
};
struct part {
  int n;
  float *rows[8];
};

static void
sums(int n, int m, const struct row *t, float *y) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (!t[i].p)
      continue;
    float s = 0;
    for (int k = 0; k < m; k++)
      s += t[i].p[k];
    y[i] = s * t[i].w + (float)t[i].id;
  }
}

static void
both(int n, int m, struct row *t, const float *x) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    float *p = t[i].p;
    if (p != NULL && t[i].q)
      for (int k = 0; k < m; k++)
        p[k] += x[k] * (float)t[i].q[k];
  }
}

static void
moved(int n, int m, float **t, const float *x) {
#pragma loft required
  for (int i = 1; i < n; i++) {
    float *r = t[i - 1];
    if (r == NULL)
      continue;
    for (int k = 0; k < m; k++)
      r[k] += x[k];
  }
}

static int
count(int n, float **t) {
  int c = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    c += t[i] != NULL;
  return c;
}

static void
columns(const struct part *s, float *y, int n) {
#pragma loft required
  for (int r = 0; r < 8; r++)
    if (s->rows[r])
      for (int i = 0; i < n; i++)
        y[i] += s->rows[r][i];
}

// The table itself, and a place in an array.
static void
mapped(const struct gamma *g, const unsigned *x, unsigned *y, int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    y[i] = g->table != NULL ? g->table[x[i] & 3][x[i] >> 2 & 7] : x[i];
}

static void
first(float **a, const float *from, float *restrict y, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    const float *p = from + 2;
    if (a && a[i])
      y[i] += a[i][1];
    if (p)
      y[i] += p[i];
  }
}

int
main(void) {
  static struct row t[N];
  static float *a[N], x[M], y[M], z[N];
  struct part part = {8, {NULL}};
  float *all = calloc(N * M, sizeof *all);
  for (int i = 0; i < M; i++)
    x[i] = (float)i / 4;
  static const int every[] = {1, 2, 3, N + 1};
  for (int c = 0; c < 4; c++) {
    for (int i = 0; i < N; i++) {
      int *q = calloc(M, sizeof *q);
      for (int k = 0; k < M; k++)
        q[k] = i ^ k;
      t[i] = (struct row){i, i % every[c] ? NULL : all + i * M, 0.5f,
                          i % 3 == 1 ? NULL : q};
      a[i] = i % every[c] ? NULL : all + (N - 1 - i) * M;
    }
    for (int r = 0; r < 8; r++)
      part.rows[r] = r % every[c] ? NULL : all + r * M;
    both(N, M, t, x);
    sums(N, M, t, z);
    moved(N, M, a, x);
    columns(&part, y, M);
    float sum = 0;
    for (int i = 0; i < N; i++)
      sum += z[i];
    for (int i = 0; i < N * M; i++)
      sum += all[i];
    printf("%d %a %a\n", count(N, a), sum, y[c]);
    for (int i = 0; i < N; i++)
      free((void *)t[i].q);
  }
  static unsigned gamma[4][8], *by[4], v[N], w[N];
  struct gamma g = {NULL};
  for (int i = 0; i < N; i++)
    v[i] = (unsigned)i * 5;
  for (int c = 0; c < 3; c++) {
    mapped(&g, v, w, N);
    first(c ? a : NULL, x, z, M - 2);
    for (int i = 0; i < 4; i++)
      by[i] = c ? gamma[3 - i] : gamma[i];
    gamma[c + 1][3] = 9;
    g.table = by;
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
      sum = sum * 3 + w[i];
    printf("%u %a\n", sum, z[3]);
  }
  t[0].p = NULL;
  sums(1, M, t, z);
  sums(0, M, NULL, z);
  free(all);
}
