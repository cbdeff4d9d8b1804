// Pointers that are compared, where one is no place in the other's array, or is
// one that the region touches through it: the original runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run %t > %t.c
// RUN: env LOFT_OFFLOAD=cpu LOFT_TEST_GRAIN=1 %run %t > %t.cpu
// RUN: diff %t.c %t.cpu
// RUN: env LOFT_OFFLOAD=cpu LOFT_TEST_GRAIN=1 LOFT_LOG=1 %run %t 2>&1 | FileCheck %s
// CHECK: up_to ({{.*}}): cpu
// CHECK: up_to ({{.*}}): original
// CHECK: leave_out ({{.*}}): original: the memory of x and y overlaps
// CHECK: leave_out ({{.*}}): cpu
#include <stdio.h>

#define FN __attribute__((noinline)) static
enum { N = 4000 };

FN long
up_to(const float *p, const float *e) {
  long n = 0;
#pragma loft
  for (; p != e; p++) {
    if (*p > 7)
      break;
    n++;
  }
  return n;
}

FN void
leave_out(int n, int *x, const int *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (x + i == y)
      x[i] = y[1];
    else
      x[i]++;
}

int
main(void) {
  static float numbers[N];
  static int list[N], other[N];
  numbers[N / 2] = 9;
  for (int i = 0; i < N; i++)
    list[i] = i * i % 13;
  printf("%ld\n", up_to(numbers, numbers + N));
  printf("%ld\n", up_to(numbers, NULL));
  leave_out(N, list, list + 3);
  leave_out(N, list, other);
  unsigned h = 0;
  for (int i = 0; i < N; i++)
    h = h * 31 + (unsigned)list[i];
  printf("%u\n", h);
}
