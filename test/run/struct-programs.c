// A ray tracer, clusters, bodies: structures as people write them.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <math.h>

typedef struct {
  double x, y, z;
} vec;
typedef struct {
  vec o, d;
} ray;
typedef struct {
  vec c;
  double r;
  int mat;
} sphere;
typedef struct {
  int hit;
  double t;
  vec p, n;
  int mat;
} isect;
typedef struct {
  unsigned char r, g, b;
} rgb;
typedef struct {
  int w, h;
  rgb *px;
} image;
typedef struct {
  sphere *s;
  int n;
} scene;
static inline vec
vsub(vec a, vec b) {
  return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline vec
vadd(vec a, vec b) {
  return (vec){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline vec
vmul(vec a, double k) {
  return (vec){a.x * k, a.y * k, a.z * k};
}
static inline double
vdot(vec a, vec b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline vec
norm(vec a) {
  return vmul(a, 1 / sqrt(vdot(a, a)));
}
static inline isect
hit(ray r, const sphere *s) {
  isect h = {0};
  vec oc = vsub(r.o, s->c);
  double b = vdot(oc, r.d), c = vdot(oc, oc) - s->r * s->r, d = b * b - c;
  if (d < 0)
    return h;
  double t = -b - sqrt(d);
  if (t < 1e-4)
    return h;
  h.hit = 1;
  h.t = t;
  h.p = vadd(r.o, vmul(r.d, t));
  h.n = norm(vsub(h.p, s->c));
  h.mat = s->mat;
  return h;
}
static isect
nearest(const scene *sc, ray r) {
  isect best = {0};
  best.t = 1e30;
  for (int i = 0; i < sc->n; i++) {
    isect h = hit(r, &sc->s[i]);
    if (h.hit && h.t < best.t)
      best = h;
  }
  return best;
}
void
render(image *im, scene sc) {
#pragma loft
  for (int y = 0; y < im->h; y++)
    for (int x = 0; x < im->w; x++) {
      ray r = {.o = {0, 0, -5},
               .d = norm((vec){(x - im->w / 2.0) / im->w,
                               (y - im->h / 2.0) / im->h, 1})};
      isect h = nearest(&sc, r);
      rgb c = {20, 30, 60};
      if (h.hit) {
        double l = fmax(0, vdot(h.n, norm((vec){1, 1, -1})));
        c.r = (unsigned char)(255 * l);
        c.g = (unsigned char)(h.mat * 40);
        c.b = (unsigned char)(128 * l);
      }
      im->px[y * im->w + x] = c;
    }
}
typedef struct {
  float feat[4];
  int cluster;
} point;
void
assign(point *p, int n, const float (*cent)[4], int k) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float best = INFINITY;
    int at = 0;
    for (int c = 0; c < k; c++) {
      float d = 0;
      for (int j = 0; j < 4; j++) {
        float t = p[i].feat[j] - cent[c][j];
        d += t * t;
      }
      if (d < best) {
        best = d;
        at = c;
      }
    }
    p[i].cluster = at;
  }
}
typedef struct {
  vec pos, vel;
  double m;
} body;
void
forces(body *b, vec *f, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    vec a = {0, 0, 0};
    for (int j = 0; j < n; j++) {
      vec d = vsub(b[j].pos, b[i].pos);
      double r2 = vdot(d, d) + 0.01;
      a = vadd(a, vmul(d, b[j].m / (r2 * sqrt(r2))));
    }
    f[i] = a;
  }
}
void
advance(body *b, const vec *f, int n, double dt) {
#pragma loft
  for (int i = 0; i < n; i++) {
    body *p = b + i;
    p->vel = vadd(p->vel, vmul(f[i], dt));
    p->pos = vadd(p->pos, vmul(p->vel, dt));
  }
}
double
energy(const body *b, int n) {
  double e = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    e += 0.5 * b[i].m * vdot(b[i].vel, b[i].vel);
  return e;
}
int
main(void) {
  sphere s[3] = {{{0, 0, 0}, 1, 1}, {{1, 1, 1}, 0.7, 3}, {{-1, 0, -1}, 0.5, 5}};
  image im = {64, 48, calloc(64 * 48, 3)};
  render(&im, (scene){s, 3});
  unsigned h = 0;
  for (int i = 0; i < 64 * 48 * 3; i++)
    h = h * 31 + ((unsigned char *)im.px)[i];
  printf("%u\n", h);
  static point p[500];
  static float cent[5][4];
  for (int i = 0; i < 500; i++)
    for (int j = 0; j < 4; j++)
      p[i].feat[j] = (i * 37 + j * 11) % 100, cent[i % 5][j] = i % 5 * 20;
  assign(p, 500, cent, 5);
  h = 0;
  for (int i = 0; i < 500; i++)
    h = h * 31 + p[i].cluster;
  printf("%u\n", h);
  static body b[100];
  static vec f[100];
  for (int i = 0; i < 100; i++)
    b[i] = (body){{i % 10, i / 10, i % 7}, {0, 0, 0}, 1 + i % 3};
  for (int t = 0; t < 3; t++) {
    forces(b, f, 100);
    advance(b, f, 100, 0.01);
  }
  printf("%.10g %a\n", energy(b, 100), b[17].pos.x);
}
