// A flight through a tunnel: a pixel's angle and depth choose a place on its
// wall, whose stones are octaves of value noise.
#include "../demo.h"

typedef struct vec3 {
  float x, y, z;
} vec3;

static vec3
mix(vec3 a, vec3 b, float t) {
  return (vec3){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t,
                a.z + (b.z - a.z) * t};
}

static vec3
scale(vec3 a, float f) {
  return (vec3){a.x * f, a.y * f, a.z * f};
}

// A number in 0..1 that belongs to a corner of the lattice.
static float
corner(int x, int y) {
  uint32_t h = (uint32_t)x * 374761393u + (uint32_t)y * 668265263u;
  h = (h ^ h >> 13) * 1274126177u;
  return (float)(h >> 8) / 16777216.0f;
}

// Values of the corners around (x, y), smoothly joined. The lattice repeats
// after "period" in x.
static float
noise(float x, float y, int period) {
  float fx = floorf(x), fy = floorf(y), s = x - fx, t = y - fy;
  int ix = (int)fx, iy = (int)fy;
  int left = (ix % period + period) % period, right = (left + 1) % period;
  s = s * s * (3 - 2 * s);
  t = t * t * (3 - 2 * t);
  float above = corner(left, iy) * (1 - s) + corner(right, iy) * s;
  float below = corner(left, iy + 1) * (1 - s) + corner(right, iy + 1) * s;
  return above * (1 - t) + below * t;
}

// Octaves of noise, each twice as fine and half as strong.
static float
stones(float x, float y, int octaves) {
  float sum = 0, strength = 0.5f;
  int period = 8;
  for (int k = 0; k < octaves; k++) {
    sum += strength * noise(x * (float)period, y * (float)period, period);
    strength /= 2;
    period *= 2;
  }
  return sum;
}

// The colour seen in the direction (x, y) at a time.
static vec3
shade(float x, float y, float time) {
  float bend = 0.2f * sinf(time);
  x += bend * (1 - x * x);
  float r = sqrtf(x * x + y * y) + 1e-3f;
  float angle = atan2f(y, x) / 6.2831853f + 0.5f, depth = 0.3f / r;
  float wall = stones(angle, depth + time, 5);
  vec3 dark = {0.1f, 0.08f, 0.12f}, light = {1.0f, 0.8f, 0.6f};
  vec3 c = mix(dark, light, wall);
  float ring = depth + time - floorf(depth + time);
  if (ring < 0.1f)
    c = mix(c, (vec3){0.2f, 0.5f, 1.0f}, 1 - ring * 10);
  return scale(c, fminf(2 * r, 1));
}

// A colour's part as a byte.
static uint8_t
byte(float c) {
  return (uint8_t)(255 * fminf(fmaxf(c, 0), 1));
}

static void
tunnel(int w, int h, float time, uint8_t (*rgb)[3]) {
#pragma loft map
  for (int row = 0; row < h; row++)
    for (int column = 0; column < w; column++) {
      float x = (2 * (float)column - (float)w) / (float)h;
      float y = (2 * (float)row - (float)h) / (float)h;
      vec3 c = shade(x, y, time);
      uint8_t *pixel = rgb[row * w + column];
      pixel[0] = byte(c.x);
      pixel[1] = byte(c.y);
      pixel[2] = byte(c.z);
    }
}

int
main(void) {
  const int w = demo_scaled(640, 2), h = demo_scaled(480, 2);
  size_t count = (size_t)w * (size_t)h;
  uint8_t (*rgb)[3] = demo_alloc(count * sizeof *rgb);
  DEMO_RUN("tunnel", tunnel(w, h, 2.5f, rgb));
  demo_result("tunnel", rgb, 3 * count, 1, 'B');
  demo_write_png("tunnel.png", rgb[0], w, h, 1);
  free(rgb);
  return 0;
}
