// Gravity between all pairs of bodies: a reduction inside a map.
#include "demo.h"

#include <math.h>

struct system {
  int n;
  float softening;
  float *x, *y, *z, *mass;
  float *ax, *ay, *az;
};

// Accelerations from the positions.
static void
forces(struct system *s) {
#pragma loft map
  for (int i = 0; i < s->n; i++) {
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < s->n; j++) {
      float dx = s->x[j] - s->x[i];
      float dy = s->y[j] - s->y[i];
      float dz = s->z[j] - s->z[i];
      float d2 = dx * dx + dy * dy + dz * dz + s->softening;
      float inv = 1.0f / sqrtf(d2);
      float f = s->mass[j] * inv * inv * inv;
      ax += f * dx;
      ay += f * dy;
      az += f * dz;
    }
    s->ax[i] = ax;
    s->ay[i] = ay;
    s->az[i] = az;
  }
}

// A random array of "n" floats in lo..hi.
static float *
random_floats(int n, float lo, float hi) {
  float *p = demo_alloc((size_t)n * sizeof *p);
  for (int i = 0; i < n; i++)
    p[i] = lo + (hi - lo) * (float)demo_random();
  return p;
}

int
main(void) {
  const int bodies = demo_scaled(4096, 2);
  struct system s = {.n = bodies, .softening = 0.01f};
  s.x = random_floats(bodies, -1, 1);
  s.y = random_floats(bodies, -1, 1);
  s.z = random_floats(bodies, -1, 1);
  s.mass = random_floats(bodies, 0.1f, 1);
  s.ax = random_floats(bodies, 0, 0);
  s.ay = random_floats(bodies, 0, 0);
  s.az = random_floats(bodies, 0, 0);
  DEMO_RUN("forces", forces(&s));
  demo_result("forces", s.ax, bodies, sizeof *s.ax, 'f');
  demo_result("forces", s.ay, bodies, sizeof *s.ay, 'f');
  demo_result("forces", s.az, bodies, sizeof *s.az, 'f');
  free(s.x);
  free(s.y);
  free(s.z);
  free(s.mass);
  free(s.ax);
  free(s.ay);
  free(s.az);
  return 0;
}
