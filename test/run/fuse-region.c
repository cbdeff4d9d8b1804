// Arrays that a region makes for its next loops alone are computed where they
// are read: by filters, histograms, shifted, reversed and gathered, and never
// stored.
// RUN: %clang -O2 %s -o %t %link -fplugin-arg-loft-emit=common -fplugin-arg-loft-emit-to=%t.ir
// RUN: %three %t cpu
// RUN: FileCheck %s < %t.ir
#include <stdio.h>

enum { N = 5000, KEYS = 16 };
static float x[N], y[N], h[KEYS];
static int a[N], q[N], counts[KEYS];

// CHECK-LABEL: func @filter(
// CHECK-NOT: alloc
// CHECK-NOT: = map
static int
filter(int n, const float *restrict x, float *restrict out)
{
  int k = 0;
#pragma loft region
  {
    float t[n];
    for (int i = 0; i < n; i++)
      t[i] = x[i] * 2 - 3;
    for (int i = 0; i < n; i++)
      if (t[i] > 0)
        out[k++] = t[i];
  }
  return k;
}

// CHECK-LABEL: func @sums(
// CHECK-NOT: %t: []f32 = alloc
static void
sums(int n, const int *restrict a, const float *restrict x)
{
#pragma loft region
  {
    float t[n];
    int key[n];
    for (int i = 0; i < n; i++) {
      t[i] = x[i] * 2;
      key[i] = a[i] & 15;
    }
    for (int i = 0; i < n; i++) {
      h[key[i]] += t[i];
      counts[key[i]]++;
    }
  }
}

// CHECK-LABEL: func @moved(
// CHECK-NOT: alloc
// CHECK: = map
// CHECK-NOT: = map
// CHECK: return
static void
moved(int n, const int *restrict a, int *restrict q)
{
#pragma loft region
  {
    int t[n];
    for (int i = 0; i < n; i++)
      t[i] = a[i] * 3 + i;
    for (int i = 1; i < n; i++)
      q[i] = t[i - 1] - t[n - 1 - i] + t[a[i] & 15];
  }
}

// CHECK-LABEL: func @running(
// CHECK-NOT: alloc
// CHECK: = scan
// CHECK-NOT: = map
// CHECK: return
static void
running(int n, const int *restrict a, int *restrict q)
{
#pragma loft region
  {
    int t[n], s = 0;
    for (int i = 0; i < n; i++) {
      s += a[i];
      t[i] = s;
    }
    for (int i = 0; i < n; i++)
      q[i] = t[i] * 3 - q[i];
  }
}

// CHECK-LABEL: func @rows(
// CHECK-NOT: alloc
// CHECK: = map
// CHECK-NOT: = map
// CHECK: reduce
// CHECK: return
static void
rows(int n, int m, const int *restrict ends, const float *restrict x,
     float *restrict y)
{
#pragma loft region
  {
    float t[m];
    for (int i = 0; i < n; i++)
      for (int k = ends[i]; k < ends[i + 1]; k++)
        t[k] = x[k] * x[i];
    for (int i = 0; i < n; i++) {
      float s = 0;
      for (int k = ends[i]; k < ends[i + 1]; k++)
        s += t[k];
      y[i] = s;
    }
  }
}

int
main(void)
{
  for (int i = 0; i < N; i++) {
    x[i] = i % 7 - 2;
    a[i] = i * 37 % 101;
  }
  int k = filter(N, x, y);
  printf("%d %g %g\n", k, y[0], y[k - 1]);
  sums(N, a, x);
  for (int i = 0; i < KEYS; i++)
    printf("%g %d\n", h[i], counts[i]);
  moved(N, a, q);
  for (int i = 1; i < N; i += 97)
    printf("%d\n", q[i]);
  running(N, a, q);
  for (int i = 1; i < N; i += 97)
    printf("%d\n", q[i]);
  static int ends[101];
  for (int i = 0; i <= 100; i++)
    ends[i] = i * i / 2;
  rows(100, N, ends, x, y);
  for (int i = 0; i < 100; i++)
    printf("%g\n", y[i]);
}
