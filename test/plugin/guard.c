// What is read once before the loop must not be what the loop writes.
// RUN: %clang -O2 -fno-strict-aliasing %s -o %t %link
// RUN: %three %t nowhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run %t 2>&1 | FileCheck %s
#include <stdio.h>
static int n = 5;
static int *base;

// CHECK: original: the memory of p and n overlaps
__attribute__((noinline)) static void global(int *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i] = 2;
}

// The bytes of "base" are written, unchanged.
// CHECK: original: the memory of {{.*}}base
__attribute__((noinline)) static void pointer(char *p, const char *q) {
#pragma loft
  for (int i = 0; i < 8; i++)
    p[i] = (char)(q[i] + (base[0] > 100));
}

int main(void) {
  static int a[10] = {1, 2, 3};
  int b[10] = {0};
  global(&n);
  printf("%d\n", n);
  n = 5;
  global(b);
  printf("%d %d\n", b[4], b[5]);
  base = a;
  int *copy = base;
  pointer((char *)&base, (char *)&copy);
  printf("%d\n", base[2]);
}
