// Places that a loop appends are used by the next loop of a region. What the
// array held before is no place where all that is read was appended; what lies
// below where the counter started, or is read beyond it, is one.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: warning: loop stays
#include <limits.h>
#include <stdio.h>

enum { N = 4000 };
static int t[N], idx[2 * N], out[N];
static float x[N], y[2 * N];

#define FN __attribute__((noinline)) static

FN int
places(int n, const int *v, int *restrict at, int *restrict o) {
  int k = 0;
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      if (v[i] >= 0)
        at[k++] = v[i];
    for (int j = 0; j < k; j++)
      o[at[j]] = j;
  }
  return k;
}

FN unsigned
gathered(int n, const int *v, int *restrict at, const float *w,
         float *restrict o) {
  unsigned k;
#pragma loft region
  {
    k = 0;
    for (int i = 0; i < n; i++)
      if (v[i] >= 0 && w[i] > 2)
        at[k++] = i;
    for (unsigned j = 0; j < k; j++)
      o[j] = w[at[j]];
  }
  return k;
}

FN int
from(int k, int n, const int *v, int *restrict at, const float *w,
     float *restrict o) {
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      if (v[i] >= 0)
        at[k++] = v[i];
    for (int j = 0; j < k; j++)
      o[j] = w[at[j]];
  }
  return k;
}

FN int
beyond(int n, const int *v, int *restrict at, int *restrict o) {
  int k = 0;
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      if (v[i] >= 0)
        at[k++] = v[i];
    for (int j = 0; j <= k; j++)
      o[at[j]]++;
  }
  return k;
}

FN int
twice(int n, const int *v, int *restrict at, int *restrict o) {
  int k = 0;
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      if (v[i] >= 0)
        at[k++] = v[i];
    for (int i = 0; i < n; i++)
      if (v[i] < 0)
        at[k++] = -v[i];
    for (int j = 0; j < k; j++)
      o[at[j]] += j;
  }
  return k;
}

static void
clear(int with) {
  for (int i = 0; i < 2 * N; i++)
    idx[i] = with;
}

static void
print(int k) {
  unsigned sum = 0;
  double f = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)out[i];
  for (int i = 0; i < 2 * N; i++)
    f = f * 0.999 + (double)y[i];
  printf("%d %u %g\n", k, sum, f);
}

int
main(void) {
  for (int n = 0; n <= N; n = 3 * n + 1) {
    for (int i = 0; i < N; i++) {
      t[i] = i % 3 ? i * 7919 % N : -(i * 31 % N);
      x[i] = (float)(i % 17);
    }
    clear(INT_MAX);
    print(places(n, t, idx, out));
    clear(INT_MIN);
    print((int)gathered(n, t, idx, x, y));
    clear(INT_MAX);
    for (int i = 0; i < 5; i++)
      idx[i] = N - 1 - i;
    print(from(5, n, t, idx, x, y));
    clear(7);
    print(beyond(n, t, idx, out));
    clear(INT_MIN);
    print(twice(n, t, idx, out));
  }
}
