// 200 steps of the heat equation in heat_step.c, and a norm after each 50.
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 320, N = SIDE * SIDE, STEPS = 200 };

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
main(void) {
  float *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
  for (int i = 0; i < N; i++)
    a[i] = b[i] = (float)(i % 100);
#pragma loft keep(a, b)
  solve(a, b);
  printf("%.17g\n", (double)a[N / 2 + 7] + (double)b[N / 3]);
  free(a), free(b);
  return 0;
}
