// Unions of scalars of one size: as arrays of them under several names, and to
// see the bits of numbers; in structures, local, initialised, copied, returned.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#define N 200

typedef union {
  struct {
    float x, y, z, w;
  };
  float v[4];
} vec;
typedef union {
  float f;
  unsigned u;
  int i;
} word;
struct s {
  int id;
  word w;
  float x;
};
struct keep {
  word w;
  vec c;
};
static vec a[N], b[N];
static struct s s[N];
static word g;

static inline vec
cross(vec p, vec q) {
  vec r = {.v = {p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z}};
  r.z = p.x * q.y - p.y * q.x;
  return r;
}

static inline float
fast(float x) {
  word w = {x};
  w.i = 0x5f3759df - (w.i >> 1);
  return w.f;
}

static void
vectors(int n, vec *p, const vec *q) {
#pragma loft map
  for (int i = 0; i < n; i++) {
    vec t = cross(p[i], q[n - 1 - i]);
    for (int k = 0; k < 4; k++)
      t.v[k] += p[i].v[3 - k];
    p[i] = i & 1 ? t : q[i];
  }
}

static void
words(int n, struct s *p, float *out, const struct keep *k) {
#pragma loft map
  for (int i = 0; i < n; i++) {
    word w = p[i].w;
    w.u ^= 1u << 31;
    p[i].x = fast(p[i].x) + w.f;
    p[i].w.u += g.u + k->w.u;
    out[i] = k->c.v[i & 3] + (float)p[i].id;
  }
}

int
main(void) {
  static float out[N];
  struct keep k = {.w.u = 3, .c = {{1, 2, 3, 4}}};
  g.u = 7;
  for (int i = 0; i < N; i++) {
    a[i] = (vec){.v = {i, 1, 2, 3}};
    b[i] = (vec){{3, i, 1, 0.5f}};
    s[i] = (struct s){i, {1.0f + i}, 0.5f * i + 1};
  }
  vectors(N, a, b);
  words(N, s, out, &k);
  for (int i = 0; i < N; i++)
    printf("%a %a %a %a %d %x %a %a\n", a[i].x, a[i].y, a[i].z, a[i].w, s[i].id,
           s[i].w.u, s[i].x, out[i]);
}
