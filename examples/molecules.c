// Molecular dynamics: the atoms of a liquid, which attract and repel those near
// by (Lennard-Jones). Which these are is listed first.
#include "demo.h"

enum { MOST = 128 }; // neighbours of an atom

typedef struct float4 {
  float x, y, z, w;
} float4;

// Lists the number[i] atoms within the root of "reach" of each atom i, from
// near[i * MOST] on.
static void
neighbours(int n, const float4 *at, float reach, int *number, int *near) {
#pragma loft map
  for (int i = 0; i < n; i++) {
    int found = 0;
    for (int j = 0; j < n; j++) {
      float dx = at[i].x - at[j].x, dy = at[i].y - at[j].y;
      float dz = at[i].z - at[j].z, d2 = dx * dx + dy * dy + dz * dz;
      if (j != i && d2 < reach && found < MOST)
        near[i * MOST + found++] = j;
    }
    number[i] = found;
  }
}

// The forces of the neighbours closer than the root of "cut" on each atom; the
// potential energy in w.
static void
forces(int n, const float4 *at, const int *number, const int *near, float cut,
       float4 *force) {
#pragma loft map
  for (int i = 0; i < n; i++) {
    float4 p = at[i], f = {0, 0, 0, 0};
    for (int k = 0; k < number[i]; k++) {
      float4 q = at[near[i * MOST + k]];
      float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
      float d2 = dx * dx + dy * dy + dz * dz;
      if (d2 < cut) {
        float inverse = 1 / d2, r6 = inverse * inverse * inverse;
        float strength = 48 * r6 * (r6 - 0.5f) * inverse;
        f.x += strength * dx;
        f.y += strength * dy;
        f.z += strength * dz;
        f.w += 2 * r6 * (r6 - 1);
      }
    }
    force[i] = f;
  }
}

// Moves the atoms, all of mass 1, for the time "dt".
static void
move(int n, float dt, const float4 *force, float4 *speed, float4 *at) {
#pragma loft map
  for (int i = 0; i < n; i++) {
    speed[i].x += dt * force[i].x;
    speed[i].y += dt * force[i].y;
    speed[i].z += dt * force[i].z;
    at[i].x += dt * speed[i].x;
    at[i].y += dt * speed[i].y;
    at[i].z += dt * speed[i].z;
  }
}

// The kinetic and potential energy of all atoms.
static double
energy(int n, const float4 *force, const float4 *speed) {
  double sum = 0;
#pragma loft reduce
  for (int i = 0; i < n; i++) {
    float4 v = speed[i];
    sum += 0.5 * (v.x * v.x + v.y * v.y + v.z * v.z) + force[i].w;
  }
  return sum;
}

// Atoms on a lattice that fills a cube of side^3 of them, a little off their
// places, at rest.
static void
place(int side, float4 *at, float4 *speed) {
  for (int i = 0; i < side * side * side; i++) {
    float x = (float)(i % side), y = (float)(i / side % side);
    float z = (float)(i / side / side);
    at[i] = (float4){1.1f * x + 0.1f * (float)demo_random(),
                     1.1f * y + 0.1f * (float)demo_random(),
                     1.1f * z + 0.1f * (float)demo_random(), 0};
    speed[i] = (float4){0, 0, 0, 0};
  }
}

int
main(void) {
  const int side = demo_scaled(16, 6), n = side * side * side; // all pairs
  size_t bytes = (size_t)n * sizeof(float4);
  float4 *at = demo_alloc(bytes), *speed = demo_alloc(bytes);
  float4 *force = demo_alloc(bytes);
  int *number = demo_alloc((size_t)n * sizeof *number);
  int *near = demo_alloc((size_t)n * MOST * sizeof *near);
  double sum = 0;
  place(side, at, speed);
  memset(near, 0, (size_t)n * MOST * sizeof *near);

  DEMO_RUN("neighbours", neighbours(n, at, 7.84f, number, near));
  demo_result("neighbours", number, (size_t)n, sizeof *number, 'i');
  demo_result("neighbours", near, (size_t)n * MOST, sizeof *near, 'i');
  DEMO_RUN("forces", forces(n, at, number, near, 6.25f, force));
  demo_result("forces", force, 4 * (size_t)n, sizeof(float), 'f');
  DEMO_RUN("move", move(n, 0.002f, force, speed, at));
  demo_result("move", at, 4 * (size_t)n, sizeof(float), 'f');
  DEMO_RUN("energy", sum = energy(n, force, speed));
  demo_result("energy", &sum, 1, sizeof sum, 'd');

  free(at);
  free(speed);
  free(force);
  free(number);
  free(near);
  return 0;
}
