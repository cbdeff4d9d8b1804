// What is handed out until nothing is left: each gets the lesser of what it asks
// for and what is left, in the manners of C.
// RUN: %clang -O2 -fplugin-arg-loft-remarks %s -o %t %link 2>&1 | FileCheck %s
// RUN: %three %t none
#include <stdio.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))

enum { N = 3000 };

// CHECK: :[[@LINE+4]]:{{.*}}: remark: lifted to scan of 2 values
__attribute__((noinline)) static int
hand_out(int n, int left, const short *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int t = MIN(left, x[i + 1] - x[i]);
    y[i] += t;
    left -= t;
  }
  return left;
}

// CHECK: :[[@LINE+4]]:{{.*}}: remark: lifted to scan of 2 values
__attribute__((noinline)) static int
fill(int n, int left, const short *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (left > x[i]) {
      y[i] = x[i];
      left -= x[i];
    } else {
      y[i] = left;
      left = 0;
    }
  return left;
}

// A debt that is paid off.
// CHECK: :[[@LINE+4]]:{{.*}}: remark: lifted to scan of 2 values
__attribute__((noinline)) static long
pay(int n, long debt, const short *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    long t = x[i];
    if (t < debt)
      t = debt;
    y[i] = (int)t;
    debt -= t;
  }
  return debt;
}

int
main(void) {
  static short x[N + 1];
  static int y[N];
  unsigned sum = 0, r = 1;
  for (int i = 0; i <= N; i++) {
    r = r * 1664525 + 1013904223;
    x[i] = (short)(r >> 16);
  }
  for (int k = 0; k < 2; k++) {
    for (int n = 0; n <= N; n = 4 * n + 1)
      for (int left = -70000; left <= 5000000;
           left = left < 0 ? left + 70000 : 2 * left + 9) {
        sum = sum * 31 + (unsigned)hand_out(n, left, x, y);
        sum = sum * 31 + (unsigned)y[n / 2];
        sum = sum * 31 + (unsigned)fill(n, left, x, y);
        sum = sum * 31 + (unsigned)y[n / 3];
        sum = sum * 31 + (unsigned)pay(n, -left, x, y);
        sum = sum * 31 + (unsigned)y[n / 4];
      }
    for (int i = 0; i <= N; i++)
      x[i] = (short)(x[i] < 0 ? -x[i] : x[i]) / 4;
  }
  printf("%u\n", sum);
  return 0;
}
