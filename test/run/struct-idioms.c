// Structures as people write them: pointers to fields and elements, rows, walks,
// arrays of matrices, local arrays, counts, searches and filters of them.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>
#include <stddef.h>
enum kind { A, B, C };
typedef struct {
  float v[3];
} f3;
typedef struct item {
  enum kind k;
  bool on;
  int (*cb)(int);
  f3 p, q;
  const char *name;
  struct item *next;
  short h[2][2];
} item;
typedef struct {
  int rows, cols;
  double a[4][4];
} mat;
#define N 120
static item it[N];
static mat ms[N], mo[N];
static item grid[6][8];
static float
dot3(const float *a, const float *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static inline item *
at(item *p, int i) {
  return p + i;
}
static inline void
mulm(const mat *x, const mat *y, mat *o) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      double s = 0;
      for (int k = 0; k < 4; k++)
        s += x->a[i][k] * y->a[k][j];
      o->a[i][j] = s;
    }
  o->rows = x->rows;
}
void
c1(int n, item *p, float *o) {
#pragma loft
  for (int i = 0; i < n; i++) {
    o[i] = dot3(p[i].p.v, (p + i)->q.v) + (*(p + i)).h[1][i & 1];
    if (p[i].k == B && !p[i].on)
      at(p, i)->on = true;
    p[i].k = p[i].on ? C : A;
  }
}
void
c2(int n, const mat *x, mat *o) {
#pragma loft
  for (int i = 0; i < n; i++)
    mulm(&x[i], &x[n - 1 - i], &o[i]);
}
void
c3(int n, item (*g)[8]) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 8; j++) {
      f3 *p = &g[i][j].p;
      p->v[j % 3] = (float)i;
      g[i][j].q = *p;
    }
}
void
c4(int n, f3 *dst, const f3 *src) {
#pragma loft
  for (int i = 0; i < n; i++)
    *dst++ = *src++;
}
void
c6(int n, float *o) {
  item *l = malloc(n * sizeof *l);
  f3 vla[n];
#pragma loft region
  {
    for (int i = 0; i < n; i++) {
      l[i].h[0][1] = (short)i;
      l[i].p = (f3){{i, 1, 2}};
      vla[i] = l[i].p;
    }
    for (int i = 0; i < n; i++)
      o[i] = l[n - 1 - i].p.v[0] + l[i].h[0][1] + vla[i].v[2];
  }
  free(l);
}
void
c7(int n, item *p) {
#pragma loft
  for (int i = 0; i < n; i++) {
    f3 v[3];
    for (int j = 0; j < 3; j++)
      v[j] = (j & 1) ? p[i].p : p[i].q;
    for (int a = 0; a < 2; a++)
      for (int b = 0; b < 2 - a; b++)
        if (v[b].v[0] > v[b + 1].v[0]) {
          f3 t = v[b];
          v[b] = v[b + 1];
          v[b + 1] = t;
        }
    p[i].p = v[1];
  }
}
int
c8(int n, const item *p) {
  int c[3] = {0};
#pragma loft
  for (int i = 0; i < n; i++)
    c[p[i].k]++;
  return c[0] + 10 * c[1] + 100 * c[2];
}
int
c9(int n, const item *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (p[i].p.v[2] > 50)
      return i;
  return -1;
}
typedef struct {
  int key;
  float val;
} kv;
int
c10(int n, const item *p, kv *out) {
  int m = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (p[i].on) {
      kv *e = &out[m++];
      e->key = i;
      e->val = p[i].p.v[1];
    }
  return m;
}
void
c12(int n, kv *h, const item *p) {
#pragma loft
  for (int i = 0; i < n; i++) {
    kv *b = &h[p[i].h[0][0] & 7];
    b->key += 1;
  }
}
int
main(void) {
  static float o[N];
  static f3 d[N], e[N];
  static kv kvs[2 * N];
  for (int i = 0; i < N; i++) {
    it[i].k = i % 3;
    it[i].on = i % 4 == 0;
    it[i].h[0][0] = i;
    it[i].h[1][1] = -i;
    for (int j = 0; j < 3; j++)
      it[i].p.v[j] = (i * 31 + j * 7) % 97, it[i].q.v[j] = (i * 17 + j) % 29;
    for (int j = 0; j < 16; j++)
      ms[i].a[j / 4][j % 4] = (i + j) % 9;
    ms[i].rows = i;
    e[i] = it[i].q;
  }
  c1(N, it, o);
  c2(N, ms, mo);
  c3(6, grid);
  c4(N, d, e);
  unsigned h = 0;
#define H(x)                                                                   \
  h = 0;                                                                       \
  for (unsigned i = 0; i < sizeof x; i++)                                      \
    h = h * 31 + ((unsigned char *)x)[i];                                      \
  printf(#x " %u\n", h);
  H(o) c6(N, o);
  H(o) c7(N, it);
  printf("%d %d\n", c8(N, it), c9(N, it));
  printf("%d ", c10(N, it, kvs));
  H(kvs) c12(N, kvs, it);
  H(kvs)
  for (int i = 0; i < N; i++) {
    printf("%d%d %a %a\n", it[i].k, it[i].on, it[i].p.v[0], mo[i].a[i & 3][1]);
  }
  H(d)
  for (int i = 0; i < 48; i++)
    printf("%a ", grid[i / 8][i % 8].q.v[1]);
}
