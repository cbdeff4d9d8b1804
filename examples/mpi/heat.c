// Heat in a plate, whose rows are spread over ranks of MPI: see README.md. Each
// step needs the rows next to a rank's own; nothing here says so.
#include <stdio.h>
#include <stdlib.h>

#include "result.h"

// One explicit Euler step of an n by n plate; the border is held.
static void
step(int n, const float *restrict u, float *restrict v) {
#pragma loft
  for (int y = 1; y < n - 1; y++)
    for (int x = 1; x < n - 1; x++)
      v[y * n + x] =
          u[y * n + x] +
          0.2f * (u[y * n + x - 1] + u[y * n + x + 1] + u[(y - 1) * n + x] +
                  u[(y + 1) * n + x] - 4 * u[y * n + x]);
}

int
main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1024;
  const int steps = argc > 2 ? atoi(argv[2]) : 200;
  const size_t count = (size_t)n * (size_t)n;
  float *u = malloc(count * sizeof *u), *v = malloc(count * sizeof *v);
  if (n < 3 || steps < 0 || !u || !v)
    return 1;
  for (size_t i = 0; i < count; i++)
    u[i] = v[i] = i < (size_t)n ? 1 : (float)(i * 7919 % 1000) / 4000;
  double began = result_now();
#pragma loft keep(u, v)
  for (int k = 0; k < steps; k++)
    step(n, k % 2 ? v : u, k % 2 ? u : v);
  result_time("heat", began);
  printf("heat %016llx\n", result_hash(steps % 2 ? v : u, count));
  free(u);
  free(v);
  return 0;
}
