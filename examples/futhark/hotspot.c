// Heat in a chip: what each part gives off, loses to its neighbours and to the
// air, step by step.
#include "../demo.h"

// A temperature; that of the cell itself stands for those over the edge.
static float
cell(int rows, int columns, const float *t, int r, int c) {
  r = r < 0 ? 0 : r >= rows ? rows - 1 : r;
  c = c < 0 ? 0 : c >= columns ? columns - 1 : c;
  return t[r * columns + c];
}

// One step; the conductances are those of a cell to left and right, up and
// down, and to the air.
static void
advance(int rows, int columns, const float *power, const float *from, float *to,
        float step, float gx, float gy, float gz) {
  const float air = 80;
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++) {
      float t = from[r * columns + c];
      float left = cell(rows, columns, from, r, c - 1);
      float right = cell(rows, columns, from, r, c + 1);
      float up = cell(rows, columns, from, r - 1, c);
      float down = cell(rows, columns, from, r + 1, c);
      to[r * columns + c] =
          t + step * (power[r * columns + c] + (up + down - 2 * t) * gy +
                      (left + right - 2 * t) * gx + (air - t) * gz);
    }
}

// "steps" steps from the temperatures *now, which are there afterwards.
static void
hotspot(int rows, int columns, int steps, const float *power, float **now,
        float **next) {
  float *from = *now, *to = *next;
#pragma loft
  for (int k = 0; k < steps; k++) {
    advance(rows, columns, power, from, to, 0.05f, 0.9f, 1.1f, 0.02f);
    float *swap = from;
    from = to;
    to = swap;
  }
  *now = from;
  *next = to;
}

int
main(void) {
  const int side = demo_scaled(512, 2);
  size_t count = (size_t)side * (size_t)side;
  float *now = demo_alloc(count * sizeof *now);
  float *next = demo_alloc(count * sizeof *next);
  float *power = demo_alloc(count * sizeof *power);
  for (size_t k = 0; k < count; k++)
    power[k] = (float)demo_random();
  DEMO_RUN("hotspot", {
    for (size_t k = 0; k < count; k++)
      now[k] = 323;
    hotspot(side, side, 60, power, &now, &next);
  });
  demo_result("hotspot", now, count, sizeof *now, 'f');
  free(now);
  free(next);
  free(power);
  return 0;
}
