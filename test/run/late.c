// A device that is too slow for a loop with a condition is given up, and so are
// the threads of the CPU; what was written is undone, and the original loop
// runs.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.1
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_TEST_LATE=1 \
// RUN:   %run%t > %t.2
// RUN: diff %t.1 %t.2
// RUN: env LOFT_OFFLOAD=cpu LOFT_TEST_LATE=2 %run%t > %t.3
// RUN: diff %t.1 %t.3
// RUN: env LOFT_OFFLOAD=cpu LOFT_TEST_LATE=2 LOFT_LOG=1 %run%t 2>&1 | \
// RUN:   FileCheck %s --check-prefix=CPU
// CPU: steps ({{.*}}): given up: it takes longer than the original loop
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_TEST_LATE=1 \
// RUN:   LOFT_LOG=1 %run%t 2>&1 | FileCheck %s
// CHECK: steps ({{.*}}): given up: it takes longer than the original loop
// CHECK: steps ({{.*}}): {{.*}}original
#include <stdio.h>

enum { N = 1000 };
static int a[N], b[N];

// Spreads the greatest element until nothing changes.
__attribute__((noinline)) static int
steps(int n) {
  int changed, k = 0;
#pragma loft required
  do {
    changed = 0;
    for (int i = 1; i < n - 1; i++) {
      int x = a[i - 1] > a[i + 1] ? a[i - 1] : a[i + 1];
      b[i] = x > a[i] ? x : a[i];
      changed |= b[i] != a[i];
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    k++;
  } while (changed);
  return k;
}

int
main(void) {
  long sum = 0;
  for (int i = 0; i < N; i++)
    a[i] = i % 50 ? i % 7 : 60 + i;
  int k = steps(N);
  for (int i = 0; i < N; i++)
    sum = sum * 31 + a[i];
  printf("%d %ld\n", k, sum);
}
