// Forces between particles in a cube of boxes: each box meets itself and the
// boxes around it.
#include "../demo.h"

enum { PARTICLES = 32 }; // in each box

typedef struct vec4 {
  double v, x, y, z;
} vec4;

// A box: where its particles are, and the boxes beside it.
typedef struct box {
  int offset;
  int neighbours;
  int neighbour[26];
} box;

static double
dot(vec4 a, vec4 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

// Adds to force[i] what the particles of box "b" do to the particle at "p".
static void
interact(double a2, const vec4 *position, const double *charge, vec4 p,
         const box *b, vec4 *force) {
  for (int j = b->offset; j < b->offset + PARTICLES; j++) {
    vec4 q = position[j];
    double u2 = a2 * (p.v + q.v - dot(p, q));
    double vij = exp(-u2);
    double fs = 2 * vij;
    force->v += charge[j] * vij;
    force->x += charge[j] * fs * (p.x - q.x);
    force->y += charge[j] * fs * (p.y - q.y);
    force->z += charge[j] * fs * (p.z - q.z);
  }
}

static void
lavamd(int boxes, const box *box, double alpha, const vec4 *position,
       const double *charge, vec4 *force) {
  double a2 = 2 * alpha * alpha;
#pragma loft
  for (int b = 0; b < boxes; b++) {
    int first = box[b].offset;
    for (int i = 0; i < PARTICLES; i++)
      force[first + i] = (vec4){0, 0, 0, 0};
    for (int k = -1; k < box[b].neighbours; k++) {
      int other = k < 0 ? b : box[b].neighbour[k];
      for (int i = 0; i < PARTICLES; i++)
        interact(a2, position, charge, position[first + i], &box[other],
                 &force[first + i]);
    }
  }
}

// The boxes of a cube.
static void
make_boxes(int side, box *box) {
  for (int z = 0, n = 0; z < side; z++)
    for (int y = 0; y < side; y++)
      for (int x = 0; x < side; x++, n++) {
        box[n].offset = n * PARTICLES;
        box[n].neighbours = 0;
        for (int k = 0; k < 27; k++) {
          int u = x + k % 3 - 1, v = y + k / 3 % 3 - 1, w = z + k / 9 - 1;
          if (k != 13 && u >= 0 && u < side && v >= 0 && v < side && w >= 0 &&
              w < side)
            box[n].neighbour[box[n].neighbours++] = (w * side + v) * side + u;
        }
      }
}

int
main(void) {
  const int side = demo_scaled(6, 3), boxes = side * side * side;
  size_t n = (size_t)boxes * PARTICLES;
  box *box = demo_alloc((size_t)boxes * sizeof *box);
  vec4 *position = demo_alloc(n * sizeof *position);
  vec4 *force = demo_alloc(n * sizeof *force);
  double *charge = demo_alloc(n * sizeof *charge);
  make_boxes(side, box);
  for (size_t i = 0; i < n; i++) {
    double x = demo_random(), y = demo_random(), z = demo_random();
    position[i] = (vec4){x * x + y * y + z * z, x, y, z};
    charge[i] = demo_random();
  }
  DEMO_RUN("lavamd", lavamd(boxes, box, 0.5, position, charge, force));
  demo_result("lavamd", force, 4 * n, sizeof(double), 'd');
  free(box);
  free(position);
  free(force);
  free(charge);
  return 0;
}
