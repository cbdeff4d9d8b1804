// The place of a winner over data that the region writes: the nearest of all
// places one after another, places far from one another, and the least element
// of a matrix, by row and column.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: loop stays
#include <math.h>
#include <stdio.h>

enum { N = 211, M = 17, K = 9 };
static float d[N + M * M], p[N];
static int found[K], row[K], column[K];

#define FN __attribute__((noinline)) static

// The nearest of all, K times.
FN void
nearest(int n, int rounds, float *far, int *at) {
#pragma loft region
  for (int k = 0; k < rounds; k++) {
    int best = 0;
    for (int i = 1; i < n; i++)
      if (far[i] < far[best])
        best = i;
    at[k] = best;
    far[best] = INFINITY;
  }
}

// Places that are each as far as can be from those before.
FN void
apart(int n, int rounds, float *far, const float *x, int *at) {
#pragma loft region
  for (int k = 0; k < rounds; k++) {
    int best = n - 1;
    float most = -1;
    for (int i = n - 1; i >= 3; i--)
      if (far[i] > most) {
        most = far[i];
        best = i;
      }
    at[k] = best;
    for (int i = 0; i < n; i++)
      far[i] = fminf(far[i], fabsf(x[i] - x[best]));
  }
}

// The least element, which grows.
FN void
closest(int m, int rounds, float *v, int *r, int *c) {
#pragma loft region
  for (int k = 0; k < rounds; k++) {
    int a = 1, b = 0;
    float least = INFINITY;
    for (int i = 0; i < m; i++)
      for (int j = 0; j < m; j++)
        if (v[i * m + j] < least) {
          least = v[i * m + j];
          a = i;
          b = j;
        }
    r[k] = a;
    c[k] = b;
    v[a * m + b] += 100;
  }
}

static void
fill(void) {
  for (int i = 0; i < N + M * M; i++)
    d[i] = (float)(i * 7919 % 223 - 60) / 4;
  for (int i = 0; i < N; i++)
    p[i] = (float)(i * 31 % 97);
}

static void
show(const char *name) {
  double sum = 0;
  for (int i = 0; i < N + M * M; i++)
    if (isfinite(d[i]))
      sum += d[i] * (i % 17 + 1);
  printf("%s %.17g", name, sum);
  for (int k = 0; k < K; k++)
    printf(" %d:%d:%d", found[k], row[k], column[k]);
  printf("\n");
}

int
main(void) {
  fill();
  d[5] = NAN;
  nearest(N, K, d, found);
  show("nearest");
  nearest(0, 2, d, found);
  show("of none");
  fill();
  apart(N, K, d, p, found);
  show("apart");
  fill();
  closest(M, K, d + N, row, column);
  show("closest");
  return 0;
}
