// Memory that an iteration allocates and frees: an array of its own, of a
// length that is known before the loop.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
#include <assert.h>
enum { N = 50, M = 9 };
static void
rows(int n, int m, const float *x, float *y) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    float *t = malloc(m * sizeof *t), s = 0;
    for (int j = 0; j < m; j++)
      t[j] = x[i * m + j] * 2;
    for (int j = 0; j < m; j++)
      s += t[m - 1 - j] * t[j];
    y[i] = s;
    free(t);
  }
}
struct pt {
  float w;
  int id;
};
static void
zero(int n, int m, const int *x, long *y) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int *t = calloc((size_t)m, sizeof(int));
    struct pt *p = (struct pt *)malloc((m + 1) * sizeof(struct pt));
    if (!t || p == NULL)
      continue;
    for (int j = 0; j < m; j++) {
      p[j].w = j;
      p[j].id = i + j;
    }
    for (int j = 0; j < m; j++)
      t[m - 1 - j] += x[i] + j * p[j].id;
    long s = 0;
    for (int j = 0; j < m; j++)
      s += t[j] * (long)p[j].w;
    y[i] = s;
    free(t);
    free(p);
  }
}
static int
inner(int m, const int *x) {
  int *t = malloc(m * sizeof *t);
  if (t == NULL)
    return -1;
  for (int j = 0; j < m; j++)
    t[j] = x[j] * 3;
  if (x[0] < 2) {
    free(t);
    return 7;
  }
  int s = 0;
  for (int j = 0; j < m; j++)
    s ^= t[m - 1 - j] + j;
  free(t);
  return s;
}
static void
calls(int n, int m, const int *x, int *y) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int *u;
    u = malloc(4 * sizeof *u);
    for (int k = 0; k < 4; k++)
      u[k] = inner(m, x + i) + k;
    y[i] = u[3] + u[i & 3];
    free(u);
  }
}
static int
region(int n, int m, const int *x, int *y) {
#pragma loft region required
  {
    int *t = malloc(n * sizeof *t);
    assert(t);
    for (int i = 0; i < n; i++)
      t[i] = x[i] * 2;
    for (int i = 0; i < n; i++)
      y[i] = t[n - 1 - i];
    free(t);
  }
  return 0;
}
// Allocators of the program's own, one by the other.
static void *
xmalloc(size_t n) {
  void *p = malloc(n);
  if (!p) {
    fprintf(stderr, "no memory\n");
    exit(1);
  }
  return p;
}
static float *
floats(int n) {
  return xmalloc(n * sizeof(float));
}
static void *
zeros(size_t n, size_t size) {
  void *p;
  if ((p = calloc(n, size)) != NULL)
    return p;
  perror("zeros");
  abort();
}
static void
xfree(void *p) {
  if (p)
    free(p);
}
static void
helpers(int n, int m, const float *x, float *y) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    float *t = floats(m), s = 0;
    int *c = zeros(m, sizeof *c);
    struct pt *p;
    p = xmalloc(sizeof(struct pt) * m);
    for (int j = 0; j < m; j++) {
      t[j] = x[i * m + j] * 2;
      c[(j + i) % m] += j;
      p[j].w = j;
    }
    for (int j = 0; j < m; j++)
      s += t[m - 1 - j] * t[j] + c[j] * p[j].w;
    y[i] = s;
    free(t);
    xfree(c);
    xfree(p);
  }
}
static float x[N * M], y[N];
static int u[N + M], w[N];
static long v[N];
int
main(void) {
  for (int i = 0; i < N * M; i++)
    x[i] = (float)(i * 7 % 23) / 4;
  for (int i = 0; i < N + M; i++)
    u[i] = i * 11 % 37;
  rows(N, M, x, y);
  zero(N, M, u, v);
  for (int i = 0; i < N; i++)
    printf("%g %ld\n", y[i], v[i]);
  calls(N, M, u, w);
  for (int i = 0; i < N; i++)
    printf("%d\n", w[i]);
  helpers(N, M, x, y);
  for (int i = 0; i < N; i++)
    printf("%g\n", y[i]);
  region(N, M, u, w);
  for (int i = 0; i < N; i++)
    printf("%d\n", w[i]);
}
