// Heat in a plate over 500 steps: two buffers, swapped by pointer.
#include "demo.h"

enum { N = 512, STEPS = 500 };

// "steps" explicit Euler steps; the border is held. The result is in *now.
static void
heat(int n, int steps, float **now, float **next) {
  float *u = *now, *v = *next;
#pragma loft
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < n - 1; y++)
      for (int x = 1; x < n - 1; x++)
        v[y * n + x] =
            u[y * n + x] +
            0.2f * (u[y * n + x - 1] + u[y * n + x + 1] + u[(y - 1) * n + x] +
                    u[(y + 1) * n + x] - 4 * u[y * n + x]);
    float *swap = u;
    u = v;
    v = swap;
  }
  *now = u;
  *next = v;
}

// A cold plate with three warm discs and a hot edge.
static void
fill(float *u) {
  for (int y = 0; y < N; y++)
    for (int x = 0; x < N; x++) {
      int a = (x - 128) * (x - 128) + (y - 160) * (y - 160);
      int b = (x - 360) * (x - 360) + (y - 200) * (y - 200);
      int c = (x - 260) * (x - 260) + (y - 380) * (y - 380);
      u[y * N + x] = y == 0                             ? 1.0f
                     : a < 3600 || b < 1600 || c < 6400 ? 0.8f
                                                        : 0.05f;
    }
}

int
main(void) {
  size_t n = (size_t)N * N;
  float *u = demo_alloc(n * sizeof *u), *v = demo_alloc(n * sizeof *v);
  uint8_t *rgb = demo_alloc(3 * n);
  DEMO_RUN("heat", {
    fill(u);
    fill(v);
    heat(N, STEPS, &u, &v);
  });
  demo_result("heat", u, n, sizeof *u, 'f');
  for (size_t i = 0; i < n; i++) {
    float t = u[i] < 0 ? 0 : u[i] > 1 ? 1 : u[i];
    rgb[3 * i] = (uint8_t)(255 * t);
    rgb[3 * i + 1] = (uint8_t)(255 * t * t * t);
    rgb[3 * i + 2] = (uint8_t)(64 * (1 - t));
  }
  demo_write_png("heat.png", rgb, N, N, 1);
  free(u);
  free(v);
  free(rgb);
  return 0;
}
