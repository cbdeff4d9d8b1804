// Conditions that are the same in all iterations: each side is lifted as far as
// it can be, and a side that stays does not keep the other one from it.
// RUN: %clang -O2 -fplugin-arg-loft-remarks %s -o %t %link 2>&1 | FileCheck %s
// RUN: %three %t none
#include <stdio.h>

// CHECK: :[[@LINE+4]]:{{.*}}: remark: lifted to map or loop
__attribute__((noinline)) static void
smooth(int *a, const int *b, int n, int keeps) {
#pragma loft
  for (int i = 1; i < n; i++)
    if (keeps)
      a[i] = b[i] + 1;
    else
      a[i] = a[i - 1] / 2 + b[i];
}

// Two conditions, of which one is about a sum.
// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to {{.*}}reduce add
__attribute__((noinline)) static int
sums(int *a, const int *b, int n, int level, int add) {
  int s = 1;
#pragma loft
  for (int i = 1; i < n; i++) {
    int x = b[i];
    if (level > 3)
      x += a[i - 1] / 2;
    a[i] = x;
    s = add ? s + x : (s ^ x) / 2;
  }
  return s;
}

// A side in which nothing happens.
// CHECK: :[[@LINE+4]]:{{.*}}: remark: lifted to map or loop
__attribute__((noinline)) static void
sometimes(int *a, int n, int all) {
#pragma loft
  for (int i = 1; i < n; i++)
    if (all)
      a[i]++;
    else if (a[i] > 5)
      a[i] = a[i - 1] / 3;
}

// Values of which only one side varies.
// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to
__attribute__((noinline)) static int
unlike(int *a, int n, int one, int value) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if ((one ? value : a[i]) != 7)
      a[k++] = i;
  return k;
}

int
main(void) {
  enum { N = 300 };
  static int a[N], b[N];
  unsigned h = 0;
  for (int c = 0; c < 6; c++)
    for (int d = 0; d < 2; d++) {
      for (int i = 0; i < N; i++) {
        a[i] = i % 31 - 4;
        b[i] = i * 7 % 101;
      }
      smooth(a, b, N, c & 1);
      int s = sums(a, b, N, c, d);
      sometimes(a, N, c & 2);
      s += unlike(a, N / 2, d, c * 7);
      for (int i = 0; i < N; i++)
        h = h * 31 + (unsigned)a[i];
      printf("%d %u\n", s, h);
    }
}
