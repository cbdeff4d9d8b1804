// Loops over what a filter kept are part of the filter: sums, sums by key and
// maps of it, other filters, with what survives dead or alive; sums of floats
// and what counts survivors backwards stay loops of their own.
// RUN: %clang -O2 %s -o %t %link -fplugin-arg-loft-emit=common -fplugin-arg-loft-emit-to=%t.ir
// RUN: %three %t cpu
// RUN: FileCheck %s < %t.ir
#include <stdio.h>

enum { N = 5000, KEYS = 16 };
static int a[N], y[N], u[N], h[KEYS];
static float x[N];

// CHECK-LABEL: func @sum(
// CHECK-NOT: alloc
// CHECK-NOT: scan
// CHECK: = reduce
// CHECK-NOT: = reduce
// CHECK: return
static int
sum(int n, const int *restrict a)
{
  int s = 0;
#pragma loft region
  {
    int t[n], k = 0;
    for (int i = 0; i < n; i++)
      if (a[i] > 3)
        t[k++] = a[i] * a[i];
    for (int j = 0; j < k; j++)
      s += t[j] - 1;
  }
  return s;
}

// CHECK-LABEL: func @keys(
// CHECK-NOT: scan
// CHECK: combine add
// CHECK: return
static size_t
keys(size_t n, const int *restrict a, int *restrict h)
{
  size_t k = 0;
#pragma loft region
  {
    int t[n];
    for (size_t i = 0; i < n; i++)
      if (a[i] & 1)
        t[k++] = a[i] / 2;
    for (size_t j = 0; j < k; j++)
      h[t[j] & 15]++;
  }
  return k;
}

// CHECK-LABEL: func @map(
// CHECK-NOT: alloc
// CHECK: = scan
// CHECK-NOT: = map
// CHECK: return
static int
map(int n, const int *restrict a, int *restrict y)
{
  int k = 0;
#pragma loft region
  {
    int t[n];
    for (int i = 0; i < n; i++)
      if (a[i] > 3 && a[i] < 70)
        t[k++] = a[i] * 2;
    for (int j = 0; j < k; j++)
      y[j] = t[j] + j;
  }
  return k;
}

// CHECK-LABEL: func @alive(
// CHECK: = scan
// CHECK: = map
// CHECK: return
static int
alive(int n, const int *restrict a, int *restrict u, int *restrict y)
{
  int m;
#pragma loft region
  {
    int k = 0;
    for (int i = 0; i < n; i++)
      if (a[i] > 50)
        u[k++] = i;
    for (int j = 0; j < k; j++)
      y[j] = u[j] * 3;
    m = k;
  }
  return m;
}

// CHECK-LABEL: func @twice(
// CHECK-NOT: alloc
// CHECK: = scan ({{.*}}) [add %{{[a-z0-9]*}}] (
// CHECK-NOT: = scan
// CHECK: return
static int
twice(int n, const int *restrict a, int *restrict y)
{
  int m = 0;
#pragma loft region
  {
    int t[n], k = 0;
    for (int i = 0; i < n; i++)
      if (a[i] > 3)
        t[k++] = a[i] - 3;
    for (int j = 0; j < k; j++)
      if (t[j] & 1)
        y[m++] = t[j];
  }
  return m;
}

// CHECK-LABEL: func @parted(
// CHECK-NOT: scan
// CHECK: return
static int
parted(int n, const int *restrict a)
{
  int s = 7;
#pragma loft region
  {
    int t[n], u[n], k = 0, m = 0;
    for (int i = 0; i < n; i++)
      if (a[i] > 30)
        t[k++] = a[i];
      else
        u[m++] = i;
    for (int j = 0; j < k; j++)
      s ^= t[j];
    for (int j = 0; j < m; j++)
      s = u[j] > s ? u[j] : s;
  }
  return s;
}

// CHECK-LABEL: func @floats(
// CHECK: = scan
// CHECK: = reduce
// CHECK: return
static float
floats(int n, const float *restrict x)
{
  float s = 0;
#pragma loft region
  {
    float t[n];
    int k = 0;
    for (int i = 0; i < n; i++)
      if (x[i] > 0)
        t[k++] = x[i];
    for (int j = 0; j < k; j++)
      s += t[j];
  }
  return s;
}

// CHECK-LABEL: func @reversed(
// CHECK: = scan
// CHECK: = map
// CHECK: return
static int
reversed(int n, const int *restrict a, int *restrict y)
{
  int k = 0;
#pragma loft region
  {
    int t[n];
    for (int i = 0; i < n; i++)
      if (a[i] > 3)
        t[k++] = a[i];
    for (int j = 0; j < k; j++)
      y[j] = t[k - 1 - j];
  }
  return k;
}

static void
show(int n)
{
  unsigned s = 0;
  for (int i = 0; i < N; i++)
    s = s * 31 + (unsigned)y[i] + 7 * (unsigned)u[i];
  for (int i = 0; i < KEYS; i++)
    s = s * 31 + (unsigned)h[i];
  printf("%d %u\n", n, s);
}

int
main(void)
{
  for (int i = 0; i < N; i++) {
    x[i] = i % 7 - 2;
    a[i] = i * 37 % 101;
  }
  for (int n = 0; n <= N; n = n < 3 ? n + 1 : n + 1249) {
    show(sum(n, a));
    show((int)keys(n < 0 ? 0 : (size_t)n, a, h));
    show(map(n, a, y));
    show(alive(n, a, u, y));
    show(twice(n, a, y));
    show(parted(n, a));
    show((int)floats(n, x));
    show(reversed(n, a, y));
  }
}
