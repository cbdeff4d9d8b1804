// Rounding of f64 by devices: ties, zeros of both signs, and numbers beyond
// those of 32-bit integers, by which some drivers round.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <math.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 4000 };

static double x[N], y[N];

#define ROUND(name)                                                            \
  __attribute__((noinline)) static void run_##name(int n) {                    \
    _Pragma("loft required") for (int i = 0; i < n; i++) y[i] = name(x[i]);    \
    printf(#name " %08x\n", hash(y, sizeof y));                                \
  }
ROUND(floor)
ROUND(ceil)
ROUND(trunc)
ROUND(rint)
ROUND(round)

int
main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i < N / 2 ? (i - N / 4) * 0.5
                     : ldexp(i % 2 ? i + 0.5 : -i - 0.5, i % 60);
  x[0] = -0.0;
  x[1] = INFINITY;
  x[2] = -0.25;
  run_floor(N);
  run_ceil(N);
  run_trunc(N);
  run_rint(N);
  run_round(N);
}
