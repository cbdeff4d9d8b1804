// Folds of few long rows, which parts of rows share out: extrema and their
// places, the nearest of many points, sums of integers, NaNs and zeros of either
// sign among them; beside them rows that are many or short.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
// RUN: %clang -O2 -march=native %s -o %t.native %link -Werror=pass-failed
// RUN: %three %t.native
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

#define FN __attribute__((noinline)) static
typedef struct point {
  float x[3];
} point;

FN void
least(int n, int m, const float *restrict x, int *restrict at, float *restrict best) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float b = x[i * (long)m];
    int k = 0;
    for (int j = 1; j < m; j++)
      if (x[i * (long)m + j] < b) {
        b = x[i * (long)m + j];
        k = j;
      }
    at[i] = k;
    best[i] = b;
  }
}

FN void
last_of_greatest(int n, int m, const int *restrict x, int *restrict at) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int b = -5, k = -1;
    for (int j = 0; j < m; j++)
      if (x[i * (long)m + j] >= b) {
        b = x[i * (long)m + j];
        k = j;
      }
    at[i] = k;
  }
}

FN void
nearest(int n, int m, const point *restrict q, const point *restrict p,
        const char *restrict ok, int *restrict at, float *restrict d) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float b = INFINITY;
    int k = -1;
    for (int j = 0; j < m; j++) {
      float s = 0;
      for (int c = 0; c < 3; c++)
        s += (q[i].x[c] - p[j].x[c]) * (q[i].x[c] - p[j].x[c]);
      if (ok[j] && s < b) {
        b = s;
        k = j;
      }
    }
    at[i] = k;
    d[i] = b;
  }
}

FN void
sums(int n, int m, const int *restrict x, long *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    long s = 0;
    for (int j = 0; j < m; j++)
      s += x[i * (long)m + j];
    y[i] = s;
  }
}

FN void
lower(int n, int m, const float *restrict x, float *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (x[i * (long)m + j] < y[i])
        y[i] = x[i * (long)m + j];
}

FN void
channels(int n, int m, int l, const short *restrict x, int *restrict loud) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int c = 0; c < l; c++) {
      int any = 0, top = 0;
      for (int j = 0; j < m; j++) {
        int v = abs(x[(i * (long)m + j) * l + c]);
        if (v > 500)
          any = 1;
        top = v > top ? v : top;
      }
      loud[i * l + c] = any ? top : -1;
    }
}

static void
run(int n, int m) {
  size_t all = (size_t)n * m;
  float *x = malloc(all * sizeof *x), *y = malloc(n * sizeof *y);
  int *z = malloc(all * sizeof *z), *at = malloc(2 * n * sizeof *at);
  short *w = malloc(2 * all * sizeof *w);
  long *s = malloc(n * sizeof *s);
  point *p = malloc(m * sizeof *p), *q = malloc(n * sizeof *q);
  char *ok = malloc(m);
  unsigned r = 1, h = 0;
  for (size_t i = 0; i < all; i++) {
    r = r * 1664525 + 1013904223;
    x[i] = (r >> 8) % 400 == 7 ? NAN
           : (r >> 8) % 2      ? (r >> 20) * 1e-3f
                               : (i & 1 ? 0.f : -0.f);
    z[i] = (int)(r >> 7) % 1000;
    w[2 * i] = w[2 * i + 1] = (short)(z[i] - (i % 1000 ? 499 : 990));
  }
  if (n > 2)
    x[m] = NAN;
  for (int i = 0; i < m; i++) {
    ok[i] = i % 3 != 1;
    p[i] = (point){{i * 37 % 101, i * 7 % 89, i % 11}};
  }
  for (int i = 0; i < n; i++)
    q[i] = (point){{i * 17 % 97, i * 5 % 50, i % 7}};
  least(n, m, x, at, y);
  h = hash(at, n * sizeof *at) * 31 + hash(y, n * sizeof *y);
  printf("%d %d: least %08x", n, m, h);
  last_of_greatest(n, m, z, at);
  printf(", greatest %08x", hash(at, n * sizeof *at));
  if (n < 100) { // lavapipe counts iterations of long loops
    nearest(n, m, q, p, ok, at, y);
    h = hash(at, n * sizeof *at) * 31 + hash(y, n * sizeof *y);
    printf(", nearest %08x", h);
  }
  sums(n, m, z, s);
  printf(", sums %08x", hash(s, n * sizeof *s));
  for (int i = 0; i < n; i++)
    y[i] = i == 1 ? NAN : 1;
  lower(n, m, x, y);
  printf(", lower %08x", hash(y, n * sizeof *y));
  channels(n, m, 2, w, at);
  printf(", channels %08x\n", hash(at, 2 * n * sizeof *at));
  free(x), free(y), free(z), free(at), free(w), free(s), free(p), free(q);
  free(ok);
}

int
main(void) {
  run(1, 9000);
  run(3, 20001);
  run(5, 8192);
  run(17, 8193);
  run(2500, 33);
  run(4, 0);
  run(4097, 3);
  return 0;
}
