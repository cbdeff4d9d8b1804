// Heat in a plate over 500 steps: two buffers, swapped by pointer.
#include "demo.h"

enum { STEPS = 500 };

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

// Whether (x, y) is in a disc; in 1/512 of the side.
static int
in_disc(int x, int y, int cx, int cy, int radius) {
  return (x - cx) * (x - cx) + (y - cy) * (y - cy) < radius * radius;
}

// A cold plate with three warm discs and a hot edge.
static void
fill(int n, float *u) {
  for (int row = 0; row < n; row++)
    for (int column = 0; column < n; column++) {
      int y = row * 512 / n, x = column * 512 / n;
      int warm = in_disc(x, y, 128, 160, 60) || in_disc(x, y, 360, 200, 40) ||
                 in_disc(x, y, 260, 380, 80);
      u[row * n + column] = row == 0 ? 1.0f : warm ? 0.8f : 0.05f;
    }
}

int
main(void) {
  const int n = demo_scaled(512, 2);
  size_t count = (size_t)n * (size_t)n;
  float *u = demo_alloc(count * sizeof *u), *v = demo_alloc(count * sizeof *v);
  uint8_t *rgb = demo_alloc(3 * count);
  fill(n, v);
  DEMO_RUN("heat", {
    fill(n, u);
    heat(n, STEPS, &u, &v);
  });
  demo_result("heat", u, count, sizeof *u, 'f');
  for (size_t i = 0; i < count; i++) {
    float t = u[i] < 0 ? 0 : u[i] > 1 ? 1 : u[i];
    rgb[3 * i] = (uint8_t)(255 * t);
    rgb[3 * i + 1] = (uint8_t)(255 * t * t * t);
    rgb[3 * i + 2] = (uint8_t)(64 * (1 - t));
  }
  demo_write_png("heat.png", rgb, n, n, 1);
  free(u);
  free(v);
  free(rgb);
  return 0;
}
