// Structures as values: parameters and results of inlined functions, literals,
// choices, copies between arrays, local structures with arrays in them, matrices
// described by structures with pointers, bit-fields that are read.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
typedef struct {
  float x, y, z;
} vec3;
typedef struct {
  vec3 pos;
  unsigned char color[4];
  int id;
} vert;
typedef struct {
  float m[3][3];
} mat3;
typedef struct {
  double *data;
  int rows, cols;
} matrix;
struct bits {
  unsigned a : 3, b : 9;
  int c : 5;
  unsigned char d;
  _Bool e : 1;
  unsigned long f : 40;
};
typedef struct {
  unsigned char r, g, b, a;
} rgba;
#define N 300
static vec3 A[N], B[N], C[N];
static vert V[N], W[N];
static mat3 M[N], P[N];
static struct bits bs[N];
static rgba img[N], out_[N];
static int res[N];
static float fr[N];
static inline vec3
add(vec3 a, vec3 b) {
  return (vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline vec3
scale(vec3 a, float s) {
  a.x *= s;
  a.y *= s;
  a.z *= s;
  return a;
}
static inline float
dot(vec3 a, vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline vec3
reflect_(vec3 d, vec3 n) {
  if (dot(d, n) > 0)
    return d;
  return add(d, scale(n, -2 * dot(d, n)));
}
static inline mat3
mul(mat3 a, mat3 b) {
  mat3 r;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      float s = 0;
      for (int k = 0; k < 3; k++)
        s += a.m[i][k] * b.m[k][j];
      r.m[i][j] = s;
    }
  return r;
}
static inline double
at(matrix m, int i, int j) {
  return m.data[i * m.cols + j];
}
static void
v1(int n, vec3 *a, const vec3 *b, vec3 *c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    vec3 t = add(a[i], scale(b[i], 0.5f));
    c[i] = i & 1 ? t : reflect_(t, b[n - 1 - i]);
  }
}
static void
v2(int n, vert *v, vert *w, int *ord) {
#pragma loft
  for (int i = 0; i < n; i++) {
    v[i] = w[n - 1 - i];
    v[i].id = add(w[i].pos, (vec3){.z = 3}).z;
  }
}
static void
v3(int n, mat3 *m, mat3 *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i] = mul(m[i], m[n - 1 - i]);
}
static double
v4(int n, matrix m, matrix q) {
  double s = 0;
#pragma loft
  for (int i = 0; i < m.rows; i++)
    for (int j = 0; j < m.cols; j++)
      q.data[i * q.cols + j] = at(m, i, j) * 2 + at(m, i, 0);
  return s;
}
static void
v5(int n, struct bits *b, int *r) {
#pragma loft
  for (int i = 0; i < n; i++) {
    r[i] = b[i].a + 2 * b[i].b - 3 * b[i].c + b[i].e + (int)(b[i].f >> 7);
    b[i].d = (unsigned char)i;
  }
}
static void
v6(int n, rgba *in, rgba *out) {
#pragma loft
  for (int i = 0; i < n; i++) {
    rgba p = in[i];
    unsigned char g = (unsigned char)((p.r * 77 + p.g * 150 + p.b * 29) >> 8);
    out[i] = (rgba){g, g, g, p.a};
  }
}
static void
v7(int n, float *o, const float *a) {
#pragma loft
  for (int i = 0; i < n; i++) {
    vec3 t, ts[3] = {{1, 2, 3}, {.y = 4}};
    vec3 *b = &t;
    vert vs[2] = {{{1, 2, 3}, {4, 5}, 6}};
    t.x = 0;
    for (int j = 0; j < 4; j++)
      b->x += a[(4 * i + j) % n];
    vs[i & 1].pos = t;
    vs[i & 1].color[1] += 3;
    o[i] = t.x + ts[i % 3].y + vs[1].pos.x + vs[0].color[i & 3] +
           (int[]){3, 1, 4, 1}[i & 3] + vs[1].id;
  }
}
int
main(void) {
  for (int i = 0; i < N; i++) {
    A[i] = (vec3){i, i * 2, i * .25f};
    B[i] = (vec3){1.0f / (i + 1), -i, 3};
    memset(&V[i], i, sizeof V[i]);
    memset(&W[i], 3 * i, sizeof W[i]);
    W[i].pos = B[i];
    for (int k = 0; k < 9; k++)
      M[i].m[k / 3][k % 3] = i * k + 1;
    unsigned h = i * 2654435761u;
    for (int k = 0; k < sizeof bs[i]; k++)
      ((unsigned char *)&bs[i])[k] = h >> k, h *= 31;
    bs[i].e = i & 1;
    img[i] = (rgba){i, i * 3, i * 7, i * 11};
  }
  v1(N, A, B, C);
  v2(N, V, W, res);
  v3(N, M, P);
  double *d = malloc(N * 8), *q = malloc(N * 8);
  for (int i = 0; i < N; i++)
    d[i] = i * .5;
  v4(N, (matrix){d, 15, 20}, (matrix){q, 15, 20});
  v5(N, bs, res);
  v6(N, img, out_);
  v7(N, fr, (float *)A);
  unsigned h = 0;
#define H(x, n)                                                                \
  for (unsigned i = 0; i < n; i++)                                             \
    h = h * 31 + ((unsigned char *)x)[i];                                      \
  printf(#x " %u\n", h);
  H(C, sizeof C)
  H(V, sizeof V) H(P, sizeof P) H(q, N * 8) H(bs, sizeof bs) H(res, sizeof res)
      H(out_, sizeof out_) H(fr, sizeof fr)
}
