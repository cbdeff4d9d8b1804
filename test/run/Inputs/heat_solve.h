// Steps of the heat equation in heat_step.c, and a norm after each 50.
#include <stdio.h>

enum { SIDE = 320, N = SIDE * SIDE };

void heat_step(int n, const float *a, float *b);

// The sum of squares.
__attribute__((noinline)) static double
square(int n, const float *x) {
  double s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += (double)x[i] * x[i];
  return s;
}

// All steps, with the norm in between.
static void
solve(int steps, float *a, float *b) {
  for (int k = 0; k < steps; k++) {
    float *t = a;
    heat_step(SIDE, a, b);
    a = b;
    b = t;
    if (k % 50 == 49)
      printf("%.17g\n", square(N, a));
  }
}
