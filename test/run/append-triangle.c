// Rows of a triangle that are appended, each as long as its number: what is
// touched ends where the triangle does.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck --check-prefix=RAN %s
// CHECK-NOT: warning: loop stays
// RAN-NOT: original
#include <stdio.h>

enum { N = 60 };
static int a[N * N], b[N * N];

__attribute__((noinline)) static void
pack(int n, const int *x, int *y) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      y[k] = x[k] + i;
      k++;
    }
}

int
main(void) {
  for (int i = 0; i < N * N; i++)
    a[i] = b[i] = i * 7 % 1013;
  pack(N, a, b);
  pack(N, b, a);
  unsigned h = 0;
  for (int i = 0; i < N * N; i++)
    h = h * 31 + (unsigned)(a[i] ^ b[i]);
  printf("%u\n", h);
}
