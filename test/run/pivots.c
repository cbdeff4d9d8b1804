// Places that a search over what is left finds, of data that the region
// changes: pivots, the least of the rest, and a place that is only stored to.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: loop stays
// CHECK-NOT: internal error
#include <math.h>
#include <stdio.h>

enum { N = 23 };

static double a[N * N];
static int v[N], last[N], place[N];

// Gaussian elimination with partial pivoting.
__attribute__((noinline)) static void
eliminate(int n, double *m, int *pivot)
{
#pragma loft
  for (int k = 0; k < n - 1; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(m[i * n + k]) > fabs(m[p * n + k]))
        p = i;
    pivot[k] = p;
    if (p != k)
      for (int j = 0; j < n; j++) {
        double t = m[k * n + j];
        m[k * n + j] = m[p * n + j];
        m[p * n + j] = t;
      }
    for (int i = k + 1; i < n; i++) {
      double f = m[i * n + k] / m[k * n + k];
      for (int j = k; j < n; j++)
        m[i * n + j] -= f * m[k * n + j];
    }
  }
}

// A sort by selection.
__attribute__((noinline)) static void
sort(int n, int *x)
{
#pragma loft
  for (int i = 0; i < n - 1; i++) {
    int m = i;
    for (int j = i + 1; j < n; j++)
      if (x[j] < x[m])
        m = j;
    int t = x[i];
    x[i] = x[m];
    x[m] = t;
  }
}

// Who found an element last to be the least one of the rest.
__attribute__((noinline)) static void
find(int n, const int *x, int *o)
{
#pragma loft
  for (int i = 0; i < n - 1; i++) {
    int m = i;
    for (int j = i + 1; j < n; j++)
      if (x[j] < x[m])
        m = j;
    o[m] = i;
  }
}

int
main(void)
{
  unsigned s = 5;
  for (int i = 0; i < N * N; i++) {
    s = s * 1664525 + 1013904223;
    a[i] = (double)(s >> 16) / 65536 - 0.5;
    v[i % N] = (int)(s >> 20);
  }
  find(N, v, last);
  sort(N, v);
  eliminate(N, a, place);
  for (int i = 0; i < N; i++)
    printf("%d %d %d %a\n", v[i], last[i], place[i], a[i * N + i]);
}
