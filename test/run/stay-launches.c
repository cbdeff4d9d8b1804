// Regions of few and of many launches whose results stay, in turns: the first
// launches of a run are recorded when it is submitted, with those of the runs
// that are held back beside it; more than a run may defer are recorded at once.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.original
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory %run%t > %t.vulkan
// RUN: diff %t.original %t.vulkan
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1 %run%t \
// RUN:   2> %t.log
// RUN: %loft-info | grep "watching memory: no" || FileCheck %s --input-file=%t.log
//
// CHECK: steps ({{.*}}): vulkan{{.*}} device not begun
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 17 };

// "n" steps to and fro: two launches each.
__attribute__((noinline)) static void
steps(int n, int *restrict a, int *restrict b) {
#pragma loft
  for (int k = 0; k < n; k++) {
    for (int i = 1; i < N - 1; i++)
      b[i] = a[i - 1] + 3 * a[i] - a[i + 1];
    for (int i = 1; i < N - 1; i++)
      a[i] = b[i + 1] ^ b[i - 1];
  }
}

__attribute__((noinline)) static int
sum(const int *a) {
  unsigned s = 0;
#pragma loft
  for (int i = 0; i < N; i++)
    s += (unsigned)a[i];
  return (int)s;
}

int
main(void) {
  int *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
  static const int counts[] = {1, 1, 1, 4, 1, 5, 3, 1, 40, 2, 1, 1, 4, 1};
  for (int i = 0; i < N; i++)
    a[i] = i % 1000, b[i] = i;
#pragma loft keep(a, b)
  for (int round = 0; round < 6; round++) {
    for (unsigned k = 0; k < sizeof counts / sizeof *counts; k++)
      steps(counts[k], a, b);
    if (round % 2)
      printf("%d\n", sum(a));
  }
  printf("%d %d\n", sum(a), sum(b));
  free(a), free(b);
  return 0;
}
