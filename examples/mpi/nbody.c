// Gravity between all pairs of bodies, which are spread over ranks of MPI: see
// README.md. Each step needs the places of all bodies, the speeds of a rank's
// own alone, and the energy of all.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "result.h"

static const float softening = 0.01f, dt = 1e-3f;

// Changes speeds by the forces of all on all.
static void
pull(int n, const float *x, const float *y, const float *z, const float *mass,
     float *vx, float *vy, float *vz) {
#pragma loft map
  for (int i = 0; i < n; i++) {
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
      float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      float d2 = dx * dx + dy * dy + dz * dz + softening;
      float inv = 1.0f / sqrtf(d2), f = mass[j] * inv * inv * inv;
      ax += f * dx;
      ay += f * dy;
      az += f * dz;
    }
    vx[i] += dt * ax;
    vy[i] += dt * ay;
    vz[i] += dt * az;
  }
}

// Moves all bodies.
static void
move(int n, const float *vx, const float *vy, const float *vz, float *x,
     float *y, float *z) {
#pragma loft
  for (int i = 0; i < n; i++) {
    x[i] += dt * vx[i];
    y[i] += dt * vy[i];
    z[i] += dt * vz[i];
  }
}

// How many bodies have left the box that all began in.
static int
outside(int n, const float *x, const float *y, const float *z) {
  int out = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    out += fabsf(x[i]) > 1 || fabsf(y[i]) > 1 || fabsf(z[i]) > 1;
  return out;
}

// A number from -1 to 1 that follows from "seed".
static float
place(unsigned seed) {
  seed = (seed ^ seed >> 15) * 0x2c1b3c6du;
  seed = (seed ^ seed >> 12) * 0x297a2d39u;
  return (float)((seed ^ seed >> 15) >> 8) / (1 << 23) - 1;
}

// An array of zeros; the program ends where there is no memory.
static float *
array(int n) {
  float *a = n > 0 ? calloc((size_t)n, sizeof *a) : NULL;
  if (!a)
    exit(1);
  return a;
}

int
main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 4096;
  const int steps = argc > 2 ? atoi(argv[2]) : 10;
  float *x = array(n), *y = array(n), *z = array(n), *mass = array(n);
  float *vx = array(n), *vy = array(n), *vz = array(n);
  for (int i = 0; i < n; i++) {
    x[i] = place(3 * (unsigned)i);
    y[i] = place(3 * (unsigned)i + 1);
    z[i] = place(3 * (unsigned)i + 2);
    mass[i] = 1 + place((unsigned)i) / 2;
  }
  double began = result_now();
#pragma loft keep(x, y, z, mass, vx, vy, vz)
  for (int k = 0; k < steps; k++) {
    pull(n, x, y, z, mass, vx, vy, vz);
    move(n, vx, vy, vz, x, y, z);
  }
  result_time("nbody", began);
  printf("nbody %016llx %016llx %d outside\n", result_hash(x, (size_t)n),
         result_hash(vz, (size_t)n), outside(n, x, y, z));
  float *all[] = {x, y, z, mass, vx, vy, vz};
  for (int k = 0; k < 7; k++)
    free(all[k]);
  return 0;
}
