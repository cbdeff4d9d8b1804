// While results stay nobody waits for the device, but for the norm that is
// printed, and nothing goes up again: neither the rest of pages in which results
// stay, nor of those of which a region does not use all.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s %S/Inputs/heat_step.c -o %t %link
// RUN: env LOFT_OFFLOAD=cpu %run%t > %t.right
// DEFINE: %{run} = env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1
// RUN: %{run} %run%t > %t.stay 2> %t.log
// RUN: cmp %t.right %t.stay
// RUN: grep -cE "heat_step.*(not waited for|not begun)" %t.log | FileCheck %s
// RUN: %loft-info | grep "watching memory: no" || \
// RUN:   grep -cE "heat_step.* up 0 B.*(not waited for|not begun)" %t.log | FileCheck %s
// RUN: %{run} LOFT_TEST_STAGING=16 %run%t > %t.stay 2> %t.log
// RUN: cmp %t.right %t.stay
// RUN: grep -cE "heat_step.*(not waited for|not begun)" %t.log | FileCheck %s
// Of 200 steps; a thread beside may make it wait for some.
// CHECK: {{^(1[89][0-9]|200)$}}
#include <pthread.h>
#include <stdlib.h>

#include "Inputs/heat_solve.h"

enum { ROUNDS = 2 };

// Regions on other arrays, whose results come back.
static void *
work_beside(void *user) {
  int *x = user;
  for (int k = 0; k < 5; k++) {
#pragma loft
    for (int i = 0; i < N; i++)
      x[i] = x[i] * 3 + i;
  }
  return NULL;
}

int
main(void) {
  float *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
  int *x = calloc(N, sizeof *x);
  for (int r = 0; r < ROUNDS; r++) {
    pthread_t thread;
    for (int i = 0; i < N; i++)
      a[i] = b[i] = (float)((i + r) % 100);
    if (pthread_create(&thread, NULL, work_beside, x) != 0)
      return 1;
#pragma loft keep(a, b)
    solve(100, a, b);
    pthread_join(thread, NULL);
    printf("%.17g %d\n", (double)a[N / 2 + 7] + (double)b[N / 3], x[N / 2]);
  }
  free(a), free(b), free(x);
  return 0;
}
