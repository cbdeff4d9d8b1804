// A function with a lifted loop can be inlined into another lifted loop.
// RUN: %clang -O2 %s -o %t %link -fplugin-arg-loft-remarks 2>&1 | FileCheck %s
// RUN: %three %t
#include <stdio.h>
static int sum(int n, const int *x) {
  int s = 0;
// CHECK: :[[@LINE+2]]:3: remark: lifted to reduce add
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
// CHECK: :[[@LINE+4]]:3: remark: lifted to map of
__attribute__((noinline)) static void rows(int n, int (*x)[64], int *y,
                                           int *all) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = sum(64, x[i]);
  *all = sum(n, y);
}
int main(void) {
  static int x[50][64], y[50], all;
  for (int i = 0; i < 50 * 64; i++)
    (&x[0][0])[i] = i * i;
  rows(50, x, y, &all);
  printf("%d %d\n", y[49], all);
}
