// 200 steps of the heat equation.
#include <stdlib.h>

#include "heat_solve.h"

int
main(void) {
  float *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
  for (int i = 0; i < N; i++)
    a[i] = b[i] = (float)(i % 100);
#pragma loft keep(a, b)
  solve(200, a, b);
  printf("%.17g\n", (double)a[N / 2 + 7] + (double)b[N / 3]);
  free(a), free(b);
  return 0;
}
