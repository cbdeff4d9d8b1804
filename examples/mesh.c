// A mesh of triangles, drawn: points to the screen, triangles to pixels with a
// depth test, by how much each faces the light.
// usage: mesh FILE.obj
#include "demo.h"

enum { SIDE = 1080 }; // pixels

static const uint64_t NOTHING = UINT64_MAX; // is seen

typedef struct point {
  float x, y, z;
} point;

typedef struct triangle {
  int a, b, c; // corners, counter-clockwise from outside
} triangle;

typedef struct mesh {
  int points, triangles;
  point *at;
  triangle *corner;
} mesh;

// The points as seen by one who walks around the mesh: turned by an angle with
// this sine and cosine, in pixels, y down, z from 0 (near) to 1.
static void
project(int n, const point *at, float sine, float cosine, float scale, float w,
        float h, point *out) {
#pragma loft map
  for (int i = 0; i < n; i++) {
    float x = cosine * at[i].x + sine * at[i].z;
    float z = cosine * at[i].z - sine * at[i].x;
    float away = 4.0f - z;
    out[i].x = w / 2 + 4 * scale * x / away;
    out[i].y = h / 2 - 4 * scale * at[i].y / away;
    out[i].z = away / 8;
  }
}

// Twice the area of triangle a, b, (x, y); positive where that turns right.
static float
area(point a, point b, float x, float y) {
  return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

static float
least(float a, float b, float c) {
  return fminf(a, fminf(b, c));
}

static float
greatest(float a, float b, float c) {
  return fmaxf(a, fmaxf(b, c));
}

// Draws the triangles that are seen from the front. Of each pixel "seen" has
// the nearest one's depth, in the upper half, and number.
static void
draw(int n, const triangle *corner, const point *p, int w, int h,
     uint64_t *seen) {
#pragma loft map
  for (int i = 0; i < n; i++) {
    point a = p[corner[i].a], b = p[corner[i].c], c = p[corner[i].b];
    float all = area(a, b, c.x, c.y);
    if (all <= 0)
      continue;
    int left = (int)fmaxf(ceilf(least(a.x, b.x, c.x)), 0);
    int right = (int)fminf(greatest(a.x, b.x, c.x), (float)(w - 1));
    int top = (int)fmaxf(ceilf(least(a.y, b.y, c.y)), 0);
    int bottom = (int)fminf(greatest(a.y, b.y, c.y), (float)(h - 1));
    for (int y = top; y <= bottom; y++)
      for (int x = left; x <= right; x++) {
        float u = area(b, c, (float)x, (float)y);
        float v = area(c, a, (float)x, (float)y);
        float t = area(a, b, (float)x, (float)y);
        if (u < 0 || v < 0 || t < 0)
          continue;
        float z = (u * a.z + v * b.z + t * c.z) / all;
        uint64_t key = (uint64_t)(z * 0x1p30f) << 32 | (uint32_t)i;
        if (key < seen[y * w + x])
          seen[y * w + x] = key;
      }
  }
}

// The grey of each triangle, from 0 to 255: by how much it faces the light.
static void
shade(int n, const triangle *corner, const point *at, point light,
      uint8_t *grey) {
#pragma loft map
  for (int i = 0; i < n; i++) {
    point a = at[corner[i].a], b = at[corner[i].b], c = at[corner[i].c];
    float ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z;
    float vx = c.x - a.x, vy = c.y - a.y, vz = c.z - a.z;
    float x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
    float d = light.x * x + light.y * y + light.z * z;
    float length = sqrtf(x * x + y * y + z * z);
    float bright = length > 0 ? fmaxf(d / length, 0) : 0;
    grey[i] = (uint8_t)(48 + 200 * bright);
  }
}

// A picture in which each pixel has the grey of the triangle seen there.
static void
paint(int n, const uint64_t *seen, const uint8_t *grey, uint8_t *picture) {
  for (int k = 0; k < n; k++)
    picture[k] = seen[k] == NOTHING ? 24 : grey[(uint32_t)seen[k]];
}

// The vertices and triangles of a file in Wavefront's format. Exits with a
// message on error.
static mesh
read_mesh(const char *path) {
  FILE *f = fopen(path, "r");
  char line[256];
  mesh m = {0};
  if (!f) {
    perror(path);
    exit(1);
  }
  while (fgets(line, sizeof line, f)) {
    m.points += !strncmp(line, "v ", 2);
    m.triangles += !strncmp(line, "f ", 2);
  }
  m.at = demo_alloc((size_t)m.points * sizeof *m.at);
  m.corner = demo_alloc((size_t)m.triangles * sizeof *m.corner);
  int points = 0, triangles = 0;
  rewind(f);
  while (fgets(line, sizeof line, f)) {
    point *p = &m.at[points];
    triangle *t = &m.corner[triangles];
    if (sscanf(line, "v %f %f %f", &p->x, &p->y, &p->z) == 3) {
      points++;
    } else if (sscanf(line, "f %d %d %d", &t->a, &t->b, &t->c) == 3) {
      *t = (triangle){t->a - 1, t->b - 1, t->c - 1};
      triangles++;
    }
  }
  fclose(f);
  if (points < m.points || triangles < m.triangles) {
    fprintf(stderr, "%s: not a mesh of triangles\n", path);
    exit(1);
  }
  return m;
}

int
main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: mesh FILE.obj\n");
    return 2;
  }
  mesh m = read_mesh(argv[1]);
  const int side = demo_scaled(SIDE, 2), n = side * side;
  point *screen = demo_alloc((size_t)m.points * sizeof *screen);
  uint64_t *seen = demo_alloc((size_t)n * sizeof *seen);
  uint8_t *grey = demo_alloc((size_t)m.triangles);
  uint8_t *picture = demo_alloc((size_t)n);
  const point light = {0.36f, 0.48f, 0.8f};

  DEMO_RUN("project", project(m.points, m.at, 0.3f, 0.954f, 0.42f * side, side,
                              side, screen));
  demo_result("project", screen, 3 * (size_t)m.points, sizeof(float), 'f');
  DEMO_RUN("draw", {
    memset(seen, 0xff, (size_t)n * sizeof *seen);
    draw(m.triangles, m.corner, screen, side, side, seen);
  });
  demo_result("draw", seen, (size_t)n, sizeof *seen, 'Q');
  DEMO_RUN("shade", shade(m.triangles, m.corner, m.at, light, grey));
  demo_result("shade", grey, (size_t)m.triangles, 1, 'B');
  paint(n, seen, grey, picture);
  demo_write_png("mesh.png", picture, side, side, 0);

  free(m.at);
  free(m.corner);
  free(screen);
  free(seen);
  free(grey);
  free(picture);
  return 0;
}
