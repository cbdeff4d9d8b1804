// Threads of regions have stack enough for kernels, which may have local arrays
// of 256 KiB: OMP_STACKSIZE is for the program's threads, whatever it says.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.original
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=4 LOFT_TEST_GRAIN=1 OMP_STACKSIZE=64k LOFT_LOG=1 %run%t 2>%t.err > %t.small
// RUN: FileCheck %s --input-file=%t.err
// CHECK: loft: {{.*}} cpu, 4 threads
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=4 LOFT_TEST_GRAIN=1 OMP_STACKSIZE=1M LOFT_LOG=1 %run%t 2>&1 > %t.large | FileCheck %s
// RUN: cmp %t.original %t.small && cmp %t.original %t.large
#include <stdio.h>

enum { N = 64, K = 30000 };
static double y[N];

// Two arrays of 117 KiB for each i.
__attribute__((noinline)) static void
work(int n, double *out) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float a[K], b[K];
    double s = 0;
    for (int k = 0; k < K; k++)
      a[k] = (float)(k * 7 % 13 + i);
    for (int k = 0; k < K; k++)
      b[k] = a[(k * 5 + i) % K] + 1;
    for (int k = 0; k < K; k++)
      s += a[k] * b[(k * 3 + i) % K];
    out[i] = s;
  }
}

int
main(void) {
  double s = 0;
  for (int k = 0; k < 3; k++)
    work(N - k, y);
  for (int i = 0; i < N; i++)
    s += y[i];
  printf("%.17g\n", s);
  return 0;
}
