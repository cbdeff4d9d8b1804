// Places of extrema by what is there, with conditions, of structures, before
// anything was set, in columns and in nests: the first or last of equal ones,
// and NaN, as in C.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: warning: loop stays
#include <math.h>
#include <stdio.h>

enum { N = 4000, M = 40 };
typedef struct {
  float w, v;
  int id;
} item;
static float x[N], a[M][M];
static int used[N], d[N];
static item p[N];

#define FN __attribute__((noinline)) static

FN int
least(int n, const float *v, int at) {
#pragma loft
  for (int i = at + 1; i < n; i++)
    if (v[i] < v[at])
      at = i;
  return at;
}

FN int
largest(int n, const float *v) {
  int at = 0;
#pragma loft
  for (int i = 1; i < n; i++)
    if (fabsf(v[at]) <= fabsf(v[i]))
      at = i;
  return at;
}

FN int
heaviest(int n, const item *v) {
  int at = 0;
#pragma loft
  for (int i = n - 1; i > 0; i--)
    if (v[i].w > v[at].w)
      at = i;
  return at;
}

FN int
pivot(int k, int n, float m[M][M]) {
  int at = k;
#pragma loft
  for (int i = k + 1; i < n; i++)
    if (fabsf(m[i][k]) > fabsf(m[at][k]))
      at = i;
  return at;
}

FN int
unused(int n, const float *v, const int *taken) {
  int at = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (!taken[i] && (at < 0 || v[i] < v[at]))
      at = i;
  return at;
}

FN int
nearest(int n, const int *dist, const int *taken, int *least) {
  int at = -1, best = 1 << 30;
#pragma loft
  for (int i = 0; i < n; i++)
    if (!taken[i] && dist[i] <= best) {
      best = dist[i];
      at = i;
    }
  *least = best;
  return at;
}

FN item
best(int n, const item *v) {
  item b = v[0];
#pragma loft
  for (int i = 1; i < n; i++)
    if (v[i].w > b.w)
      b = v[i];
  return b;
}

FN item
closest(int n, const item *v, float to) {
  item b = v[0];
  float near = 1e30f;
#pragma loft
  for (int i = 0; i < n; i++) {
    float far = (v[i].w - to) * (v[i].w - to) + v[i].v;
    if (far < near) {
      near = far;
      b = v[i];
    }
  }
  return b;
}

FN int
both(int n, const float *v) {
  int lo = 0, hi = 0;
#pragma loft
  for (int i = 1; i < n; i++) {
    if (v[i] < v[lo])
      lo = i;
    if (v[i] >= v[hi] && i % 3)
      hi = i;
  }
  return lo * N + hi;
}

FN int
corner(int n, float m[M][M], const int *taken) {
  int r = 0, c = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++)
      if (!taken[j] && m[i][j] > m[r][c])
        r = i, c = j;
  return r * M + c;
}

static void
all(int n) {
  int least_d = 0;
  printf("%d %d %d\n", n ? least(n, x, 0) : 0, n ? largest(n, x) : 0,
         n ? heaviest(n, p) : 0);
  printf("%d %d ", unused(n, x, used), nearest(n, d, used, &least_d));
  item b = best(n, p), c = closest(n, p, 3.5f);
  printf("%d %d %d %d\n", least_d, b.id, c.id, n ? both(n, x) : 0);
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i * 77 % 1009 - 300);
    d[i] = i * 31 % 997 + 5;
    used[i] = i * i % 7 < 3;
    p[i] = (item){(float)(i * 53 % 977), (float)(i % 5), i};
  }
  for (int i = 0; i < M; i++)
    for (int j = 0; j < M; j++)
      a[i][j] = (float)((i * 17 + j * 29) % 101 - 50);
  all(N);
  all(0);
  all(1);
  x[0] = NAN; // stays
  all(N);
  x[0] = 4;
  x[2] = x[77] = NAN; // the first that is not used
  used[0] = used[1] = 1;
  used[2] = 0;
  all(N);
  for (int i = 0; i < N; i++)
    used[i] = 1;
  all(N);
  for (int k = 0; k < M; k += 7)
    printf("%d ", pivot(k, M, a));
  used[5] = used[30] = 0;
  printf("%d %d\n", corner(M, a, used), corner(0, a, used));
}
