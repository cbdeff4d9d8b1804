// A quasicrystal: the sum of plane waves in several directions, folded into
// shades of blue.
#include "../demo.h"

static const float PI = 3.14159265f;

// A wave in the direction "angle", between 0 and 1.
static float
wave(float angle, float phase, float x, float y) {
  return (cosf(cosf(angle) * x + sinf(angle) * y + phase) + 1) / 2;
}

// "v" up and down between 0 and 1: the distance to the next even number.
static float
fold(float v) {
  int whole = (int)v;
  float part = v - (float)whole;
  return whole & 1 ? 1 - part : part;
}

// All waves at one point.
static float
quasicrystal(int waves, float phase, float x, float y) {
  float sum = 0;
  for (int k = 0; k < waves; k++)
    sum += wave((float)k * (PI / (float)waves), phase, x, y);
  return fold(sum);
}

static void
crystal(int w, int h, float scale, int waves, float phase, uint8_t *rgb) {
#pragma loft map
  for (int row = 0; row < h; row++)
    for (int column = 0; column < w; column++) {
      float x = ((float)column / (float)w - 0.5f) * scale;
      float y = ((float)row / (float)h - 0.5f) * scale;
      float v = quasicrystal(waves, phase, x, y);
      uint8_t *pixel = &rgb[3 * (row * w + column)];
      pixel[0] = 0;
      pixel[1] = (uint8_t)(v * 255);
      pixel[2] = (uint8_t)(127 + v * 128);
    }
}

int
main(void) {
  const int w = demo_scaled(400, 2), h = w;
  const int waves = demo_setting("DEMO_WAVES", 7, 99);
  uint8_t *rgb = demo_alloc(3 * (size_t)w * (size_t)h);
  DEMO_RUN("crystal", crystal(w, h, 150, waves, 1, rgb));
  demo_result("crystal", rgb, 3 * (size_t)w * (size_t)h, 1, 'B');
  demo_write_png("crystal.png", rgb, w, h, 1);
  free(rgb);
  return 0;
}
