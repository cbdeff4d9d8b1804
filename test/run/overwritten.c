// Stores that a later iteration overwrites, before anything reads them, are left
// to the last iterations.
// RUN: %clang -O2 -fplugin-arg-loft-remarks %s -o %t %link 2>&1 | FileCheck %s
// RUN: %three %t none
#include <stdio.h>

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to map;
__attribute__((noinline)) static void
ahead(int *a, const int *b, const int *c, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    a[i + 1] = b[i] + c[i];
    a[i] = b[i] * 3;
  }
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to map + map;
__attribute__((noinline)) static void
read_before(int *a, int *b, const int *c, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    a[i] = b[i] + c[i];
    b[i] = c[i] + b[i] / 2;
    a[i + 1] = b[i] + a[i + 1] * 3;
  }
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to map;
__attribute__((noinline)) static void
three_later(int *a, const int *b, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    a[2 * i + 6] = b[i] + 1;
    a[2 * i] = b[i] * 2;
    a[2 * i + 1] = 5;
  }
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to map;
__attribute__((noinline)) static void
down(int *a, const int *b, int n)
{
#pragma loft
  for (int i = n; i > 0; i--) {
    a[i - 1] = b[i] + 1;
    a[i] = b[i] * 2;
  }
}

int
main(void)
{
  enum { N = 500 };
  static int a[2 * N + 10], b[N + 10], c[N + 10];
  unsigned h = 0;
  for (int n = 0; n < N; n = n * 3 + 1) {
    for (int i = 0; i < N + 10; i++) {
      a[i] = i;
      b[i] = i * 37 % 11;
      c[i] = i % 7;
    }
    for (int k = 0; k < 4; k++) {
      if (k == 0)
        ahead(a, b, c, n);
      else if (k == 1)
        read_before(a, b, c, n);
      else if (k == 2)
        three_later(a, b, n);
      else
        down(a, b, n);
      for (int i = 0; i < 2 * N + 10; i++)
        h = h * 31 + (unsigned)a[i];
      printf("%u\n", h);
    }
  }
}
