// Reads that run ahead of the writes of a loop by a step that the run gives, or
// by squares; steps of 0 and below, with which they do not, run as the original.
// RUN: %clang -O2 -Wno-everything %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 >/dev/null | FileCheck %s
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t far 2>&1 >/dev/null | FileCheck %s --check-prefix=FAR
// FAR-NOT: original
// CHECK-DAG: take (/{{.*}}: cpu
// CHECK-DAG: take (/{{.*}}: original: its run-time guard failed
// CHECK-DAG: squares (/{{.*}}: cpu
// CHECK-DAG: pairs (/{{.*}}: cpu
// CHECK-DAG: down (/{{.*}}: cpu
// CHECK-DAG: behind (/{{.*}}: cpu
// CHECK-DAG: steps (/{{.*}}: cpu
#include <stdio.h>
#include <string.h>

enum { N = 1000, MOST = 3 };
#define FN __attribute__((noinline)) static

static int x[2 * MOST * N + 2], y[N];
static double d[MOST * N + 2];
static int wide[N * N];

FN void take(int n, int *x, int s)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    x[i] = x[s * i] + 1;
}

FN void squares(unsigned long n, int *x)
{
#pragma loft required
  for (unsigned long i = 0; i < n; i++)
    x[i] = x[i * i] + 1;
}

FN void pairs(size_t n, double *x, size_t s)
{
#pragma loft required
  for (size_t i = 0; i < n; i++)
    x[i] = x[s * i] + x[s * i + 1];
}

FN void down(long n, int *x, long s)
{
#pragma loft required
  for (long i = 0; i < n; i++)
    x[-i] = x[-s * i - 1];
}

FN void behind(long n, int *x, long s, int *y)
{
#pragma loft required
  for (long i = 0; i < n; i++) {
    x[i] = y[i];
    y[i] = x[s * i + 1];
  }
}

FN void steps(int n, int *x, int s)
{
#pragma loft required
  for (int i = 0, j = 0; i < n; i++, j += s)
    x[i] += x[j];
}

static void fill(void)
{
  for (int i = 0; i < 2 * MOST * N + 2; i++)
    x[i] = i * 77 % 977;
  for (int i = 0; i < MOST * N + 2; i++)
    d[i] = i % 100;
  for (int i = 0; i < N; i++)
    y[i] = i * 5;
}

static void show(const void *p, size_t n)
{
  unsigned long h = 5;
  for (size_t k = 0; k < n; k++)
    h = h * 31 + ((const unsigned char *)p)[k];
  printf("%lx ", h);
}

int main(int argc, char **argv)
{
  static const int sizes[] = {0, 1, 2, 17, N};
  (void)argv;
  for (int k = 0; k < 5; k++)
    for (int s = argc > 1 ? 1 : -1; s <= MOST; s++) {
      int n = sizes[k];
      fill();
      take(n, s < 0 ? x + MOST * N : x, s);
      show(x, sizeof x);
      fill();
      steps(n, s < 0 ? x + MOST * N : x, s);
      show(x, sizeof x);
      fill();
      down(n, x + MOST * N + 1, s);
      show(x, sizeof x);
      fill();
      if (s >= 0) {
        pairs((size_t)n, d, (size_t)s);
        behind(n, x, s, y);
      }
      show(x, sizeof x), show(d, sizeof d), show(y, sizeof y);
      for (int i = 0; i < N * N; i++)
        wide[i] = i * 7;
      squares((unsigned long)n, wide);
      show(wide, sizeof wide);
      puts("");
    }
}
