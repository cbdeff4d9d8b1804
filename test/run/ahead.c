// Loops that read an array ahead of what they write of it: moves up and down,
// stencils that look forwards, filters in place, blocks, also in steps. Where it turns
// out that they look back, the original runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck %s
#include <stdio.h>

enum { N = 40000 };
static int x[N];
static float f[N], g[N];

static void
close_gap(int *a, int n)
{
#pragma loft required
  for (int i = 0; i + 1 < n; i++)
    a[i] = a[i + 1];
}

static void
open_gap(int *a, int n, int at, int by)
{
#pragma loft required
  for (int i = n - 1; i >= at; i--)
    a[i] = a[i - by];
}

static void
forwards(float *a, int n)
{
#pragma loft required
  for (int i = 0; i < n - 2; i++)
    a[i] = (a[i] + a[i + 1] + a[i + 2]) / 3;
}

static int
keep(int *a, int n, int limit, int k)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    if (a[i] % 10 > limit)
      a[k++] = a[i];
  return k;
}

static void
relax(float *a, int n, int steps)
{
#pragma loft required
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < n - 1; i++)
      a[i] = (a[i] + a[i + 1]) * 0.5f;
}

// Reads what the iteration wrote, too.
static void
after_write(float *restrict a, float *restrict b, int n)
{
#pragma loft required
  for (int i = 0; i < n - 1; i++) {
    a[i] = b[i] * 0.75f;
    b[i] = a[i] + a[i + 1] * 0.5f;
    a[i] -= b[i];
  }
}

// Elements in fives, each made of the next one.
static void
fives(float *a, int n)
{
#pragma loft required
  for (int i = 0; i < n - 5; i += 5) {
    a[i] = a[i + 1] * 0.5f + a[i];
    a[i + 1] = a[i + 2] * 0.5f + a[i + 1];
    a[i + 2] = a[i + 3] * 0.5f + a[i + 2];
    a[i + 3] = a[i + 4] * 0.5f + a[i + 3];
    a[i + 4] = a[i + 5] * 0.5f + a[i + 4];
  }
}

static void
threes_down(int *a, int n)
{
#pragma loft required
  for (int i = n - 3; i >= 3; i -= 3) {
    a[i + 2] = a[i - 1] + a[i];
    a[i] = a[i + 1] - a[i - 2];
    a[i + 1] = a[i] * 3 + a[i - 3];
  }
}

static unsigned
hash(const void *a)
{
  const unsigned *p = a;
  unsigned h = 1;
  for (int i = 0; i < N; i++)
    h = h * 31 + p[i];
  return h;
}

int
main(void)
{
  // CHECK: close_gap {{.*}}: cpu
  // CHECK: after_write {{.*}}: cpu
  // CHECK: fives {{.*}}: cpu
  // CHECK: threes_down {{.*}}: cpu
  // CHECK: open_gap {{.*}}: cpu
  // CHECK: forwards {{.*}}: cpu
  // CHECK: relax {{.*}}: cpu
  // CHECK: keep {{.*}}: cpu
  static const int sizes[] = {0, 1, 2, 3, 1000, N};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k];
    for (int i = 0; i < N; i++) {
      x[i] = i * 7 % 1001;
      f[i] = (float)(i % 13) * 0.25f;
      g[i] = (float)(i % 17) * 0.5f;
    }
    close_gap(x, n);
    printf("%d: %u", n, hash(x));
    after_write(f, g, n);
    printf(" %u %u", hash(f), hash(g));
    fives(f, n);
    threes_down(x, n);
    printf(" %u %u", hash(f), hash(x));
    open_gap(x, n, 5, 5);
    printf(" %u", hash(x));
    forwards(f, n);
    printf(" %u", hash(f));
    relax(f, n, 7);
    printf(" %u %d", hash(f), keep(x, n, 3, 0));
    printf(" %u\n", hash(x));
  }
  // CHECK: open_gap {{.*}}: original: its run-time guard failed
  open_gap(x, N - 9, 5, -9);
  // CHECK: keep {{.*}}: original: its run-time guard failed
  printf("%u %d\n", hash(x), keep(x + 8, N - 8, 3, 1));
  printf("%u\n", hash(x));
  return 0;
}
