// Elements that conditions set, on running values too: those that no iteration
// sets are not touched, so that their addresses may be of nothing.
// RUN: %clang -O2 -fplugin-arg-loft-remarks %s -o %t %link 2>&1 | FileCheck %s
// RUN: %three %t none
#include <stdio.h>

struct account {
  int total, last;
  double peak;
};

// CHECK: :[[@LINE+6]]:{{.*}}: remark: lifted to
__attribute__((noinline)) static void
greatest(const int *x, int n, int *at)
{
  int m = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > m) {
      m = x[i];
      *at = i;
    }
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to
__attribute__((noinline)) static void
book(const int *x, int n, struct account *s)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    s->total += x[i];
    if (s->total > 300)
      s->last = i;
    if (x[i] > 9)
      s->peak = x[i] * 0.5;
  }
}

// CHECK: :[[@LINE+6]]:{{.*}}: remark: lifted to scan add + map
__attribute__((noinline)) static int
places(const int *x, const int *k, int n, int *out)
{
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    s += x[i];
    out[k[i]] = s;
  }
  return s;
}

int
main(void)
{
  enum { N = 700 };
  static int x[N], k[N], out[N];
  for (int i = 0; i < N; i++) {
    x[i] = i * 7919 % 21 - 9;
    k[i] = i * 7 % 301;
  }
  for (int n = 0; n <= N; n = n * 4 + 3) {
    struct account s = {3, 4, 5};
    int at = -1;
    unsigned h = 0;
    greatest(x, n, &at);
    book(x, n, &s);
    int sum = places(x, k, n, out);
    for (int i = 0; i < 301; i++)
      h = h * 31 + (unsigned)out[i];
    printf("%d %d %d %g %d %u\n", at, s.total, s.last, s.peak, sum, h);
  }
  for (int i = 0; i < N; i++)
    x[i] = -i;
  greatest(x, N, out);
  printf("%d\n", out[0]);
}
