// A heat solver whose step is in another file, and whose loop prints a norm
// every 50 steps: arrays go up at the beginning alone, and where a statement keeps them, the
// norm is computed where they are, and nothing comes back before the end.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s %S/Inputs/heat_step.c -o %t %link
// RUN: env LOFT_OFFLOAD=cpu %run%t > %t.right
// DEFINE: %{run} = env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1
// RUN: %{run} %run%t > %t.come 2> %t.log
// RUN: cmp %t.right %t.come
// RUN: %loft-info | grep "watching memory: no" || FileCheck %s --input-file=%t.log
// RUN: %{run} LOFT_TEST_STAGING=16 %run%t > %t.come 2> %t.log
// RUN: cmp %t.right %t.come
// RUN: %loft-info | grep "watching memory: no" || FileCheck %s --input-file=%t.log
// RUN: %{run} %run%t keep > %t.stay 2> %t.log
// RUN: cmp %t.right %t.stay
// RUN: FileCheck %s --check-prefix=KEEP --input-file=%t.log
//
// All of one array and the inside of the other; later pages that have parts of
// the border.
// CHECK: heat_step{{.*}} up 2 MiB
// CHECK-NOT: up {{[0-9.]+}} MiB
// Where a region uses more of an array than stays, that comes back, once.
// KEEP: heat_step{{.*}} down 0 B
// KEEP-NOT: {{heat_step.* down [1-9]|up [0-9.]+ MiB}}
// KEEP: square{{.*}} up {{[0-9.]+}} KiB
// KEEP-NOT: {{heat_step.* down [1-9]|up [0-9.]+ MiB|comes back}}
// KEEP: square{{.*}} up {{[0-9.]+ K?i?B}}
// KEEP-NEXT: square{{.*}}what stayed comes back, 1.99 MiB
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 512, N = SIDE * SIDE, STEPS = 100 };

void heat_step(int n, const float *a, float *b);

// The sum of squares.
static double
square(int n, const float *x) {
  double s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += (double)x[i] * x[i];
  return s;
}

// All steps, with the norm in between.
static void
solve(float *a, float *b) {
  for (int k = 0; k < STEPS; k++) {
    float *t = a;
    heat_step(SIDE, a, b);
    a = b;
    b = t;
    if (k % 50 == 49)
      printf("%.17g\n", square(N, a));
  }
}

int
main(int argc, char **argv) {
  (void)argv;
  float *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
  for (int i = 0; i < N; i++)
    a[i] = b[i] = (float)(i % 100);
  if (argc > 1) {
#pragma loft keep(a, b)
    solve(a, b);
  } else {
    solve(a, b);
  }
  printf("%.17g\n", (double)a[N / 2 + 7] + (double)b[N / 3]);
  free(a), free(b);
  return 0;
}
