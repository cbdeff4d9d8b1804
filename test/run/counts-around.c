// Integers that count around are functions of the index: remainders, masks,
// counts that start again at 0 or at the other end, and steps beyond a bound
// that go back by it. Where one starts outside of its count, the original runs.
// RUN: %clang -O2 -fplugin-arg-loft-remarks %s -o %t %link 2>&1 | FileCheck %s
// RUN: %three %t none
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 >/dev/null | FileCheck --check-prefix=LOG %s
// LOG-DAG: around ({{.*}}): original: {{.*}}guard failed
// LOG-DAG: phases ({{.*}}): original: {{.*}}guard failed
#include <stdio.h>

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to map
__attribute__((noinline)) static int
around(int *restrict y, const int *x, int n, int m, int k)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] += x[k];
    if (++k == m)
      k = 0;
  }
  return k;
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to map
__attribute__((noinline)) static int
rest(int *restrict y, const int *x, int n, int m, int c, short k)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] -= x[k];
    k = (k + c) % m;
  }
  return k;
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to map
__attribute__((noinline)) static unsigned
masked(int *restrict y, const int *x, int n, unsigned char k)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] ^= x[k];
    k = (k + 5) & 31;
  }
  return k;
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to map
__attribute__((noinline)) static int
down(int *restrict y, const int *x, int n, int m, int k)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] += x[k] * 3;
    if (--k < 0)
      k = m - 1;
  }
  return k;
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to map
__attribute__((noinline)) static int
phases(int *restrict y, const int *x, int n, int m, int c, int k)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] -= x[k] * 5;
    k += c;
    if (k >= m)
      k -= m;
  }
  return k;
}

// CHECK: :[[@LINE+6]]:{{.*}}: remark: lifted to map
__attribute__((noinline)) static int
three(int *restrict y, const int *x, int n)
{
  int k = 2;
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] ^= x[k];
    k = k > 1 ? 0 : k + 1;
  }
  return k;
}

// One that is a constant from the second iteration on.
// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to map
__attribute__((noinline)) static int
once(int *restrict y, int n, int k)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] += k & 15;
    k *= 0;
  }
  return k;
}

int
main(void)
{
  enum { N = 200 };
  static int x[N], y[N];
  for (int i = 0; i < N; i++)
    x[i] = i * 7919 % 251;
  for (int n = 0; n <= N; n = n * 3 + 1)
    for (int m = 1; m < 40; m += 11) {
      int s = around(y, x, n, m, m / 2) * 3 + rest(y, x, n, m, 7, m - 1) * 5;
      s += masked(y, x, n, 9) * 7 + down(y, x, n, m, m / 3) * 11;
      s += phases(y, x, n, m, m / 4, 0) * 13 + three(y, x, n) * 17;
      s += once(y, n, m) * 19;
      for (int i = 0; i < N; i++)
        s = s * 31 + y[i];
      printf("%d\n", s);
    }
  printf("%d ", around(y, x, 20, 5, 9)); // never comes back
  printf("%d\n", phases(y, x, 20, 5, 9, 0));
}
