// What is appended at counters that -fwrapv lets wrap, upwards and downwards;
// the region checks that they do not, else the original loop runs.
// RUN: %clang -O2 -fwrapv -Wno-everything %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 >/dev/null | FileCheck %s
// CHECK-NOT: {{up|down|before|pairs|ends|narrow|latest}} ({{.*}}: original
// CHECK: far ({{.*}}: original: its run-time guard failed
// CHECK-NOT: {{up|down|before|pairs|ends|narrow|latest}} ({{.*}}: original
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 1000 };
#define FN __attribute__((noinline)) static

FN int up(int *to, const int *x, int n)
{
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      to[k++] = x[i];
  return k;
}

FN int down(int *to, const int *x, unsigned n)
{
  int k = N;
#pragma loft required
  for (unsigned i = 0; i < n; i++)
    if (x[i] > 3)
      to[--k] = x[i];
  return k;
}

FN int before(int *to, const int *x, size_t n)
{
  int k = -1;
#pragma loft required
  for (size_t i = 0; i < n; i++)
    if (x[i] & 1)
      to[++k] = x[i];
  return k;
}

FN int pairs(int *to, const int *x, int n)
{
  int k = 0;
#pragma loft required
  for (const int *p = x; p < x + n; p++)
    if (*p > 7) {
      to[k] = *p;
      to[k + 1] = -*p;
      k += 2;
    }
  return k;
}

FN int ends(int *to, const int *x, int n)
{
  int low = 0, high = n;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (x[i] > 4)
      to[low++] = x[i];
    else
      to[--high] = x[i];
  return low;
}

FN int narrow(int *to, const int *x, int n)
{
  short k = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      to[k++] = x[i];
  return k;
}

FN int latest(int *to, const int *x, int n)
{
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (x[i] > 6)
      k++;
    to[k] = i;
  }
  return k;
}

FN int far(int *to, const int *x, int n)
{
  int k = INT_MAX - N / 2;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (x[i] > 9)
      to[k++] = x[i];
  return k;
}

static int to[2 * N + 2];

static void show(int k)
{
  unsigned h = 5;
  for (int i = 0; i < 2 * N + 2; i++)
    h = h * 31 + (unsigned)to[i];
  printf("%d %x ", k, h);
  memset(to, 0, sizeof to);
}

int main(void)
{
  static const int sizes[] = {0, 1, 2, 17, N};
  static int x[N];
  for (int i = 0; i < N; i++)
    x[i] = i * 7 % 11;
  for (int s = 0; s < 5; s++) {
    int n = sizes[s];
    show(up(to, x, n));
    show(down(to, x, (unsigned)n));
    show(before(to, x, (size_t)n));
    show(pairs(to, x, n));
    show(ends(to, x, n));
    show(narrow(to, x, n));
    show(latest(to, x, n));
    uintptr_t start = (uintptr_t)to - sizeof *to * (uintptr_t)(INT_MAX - N / 2);
    show(far((int *)start, x, n));
    puts("");
  }
}
