// Ghost cells beside each row: where they and what is copied to them do not meet
// (w at least 2*k) all run at once; that they lie in rows of k, which only images
// of no width do, is not assumed.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_OFFLOAD=disabled %run%t narrow > %t.original
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t narrow 2>%t.log >%t.cpu
// RUN: diff %t.original %t.cpu
// RUN: FileCheck %s < %t.log
// CHECK: ghosts ({{.*}}): original: its run-time guard failed
#include "Inputs/weighted.h"

#include <stdio.h>

enum { N = 6000 };
static float x[N];

static void
ghosts(int h, int w, int k, float *p) {
#pragma loft required
  for (int y = 0; y < h; y++)
    for (int g = 0; g < k; g++) {
      p[(y + k) * (w + 2 * k) + g] = p[(y + k) * (w + 2 * k) + w + g];
      p[(y + k) * (w + 2 * k) + w + k + g] = p[(y + k) * (w + 2 * k) + k + g];
    }
}

int
main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < N; i++)
    x[i] = (float)(i * 37 % 101);
  ghosts(50, 40, 2, x);
  printf("%a\n", weighted(N, x));
  ghosts(20, 14, 7, x);
  printf("%a\n", weighted(N, x));
  if (argc > 1)
    ghosts(3, 3, 7, x);
  printf("%a\n", weighted(N, x));
}
