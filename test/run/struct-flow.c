// Structures as values in control flow: sums, returns from loops, pointers to local
// ones, values copied from structures with pointers, swaps, the last one.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct {
  int x, y;
} iv;
typedef struct {
  iv lo, hi;
  unsigned n;
} box;
typedef struct {
  int v[4];
  double w;
} arr;
typedef struct {
  int k;
  float *d;
  const iv *s;
} view;
#define N 500
static iv P[N];
static int R[N];
static arr X[N], Y[N];
static float F[N];
struct cfg {
  iv org;
  arr t;
  view vw;
  unsigned fl : 3, mode : 4;
} cfg;
static inline iv
add(iv a, iv b) {
  a.x += b.x;
  a.y += b.y;
  return a;
}
static inline void
grow(box *b, const iv *p) {
  if (p->x < b->lo.x)
    b->lo.x = p->x;
  if (p->x > b->hi.x)
    b->hi.x = p->x;
  b->n++;
}
static inline arr
shift(arr a, int k) {
  for (int i = 0; i < 4; i++) {
    if (a.v[i] == k)
      return a;
    a.v[i] += k;
  }
  a.w = k;
  return a;
}
static inline int
swapped(iv *a, iv *b) {
  iv t = *a;
  *a = *b;
  *b = t;
  return a->x - b->x;
}
iv
t1(int n, const iv *p) {
  iv s = {0, 0};
#pragma loft
  for (int i = 0; i < n; i++)
    s = add(s, p[i]);
  return s;
}
box
t2(int n, const iv *p) {
  box b = {{9999, 9}, {-9999, 9}, 0};
#pragma loft
  for (int i = 0; i < n; i++)
    grow(&b, &p[i]);
  return b;
}
void
t3(int n, arr *x, const arr *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = shift(y[i], i % 7);
}
void
t4(int n, int *r, iv *p) {
#pragma loft
  for (int i = 0; i < n; i++) {
    iv a = p[i], b = {i, 3}, c;
    c = a;
    for (int k = 0; k < i % 5; k++) {
      iv *q = k & 1 ? &a : &a;
      q->x += k;
      b = add(b, *q);
      c = k == 3 ? b : c;
    }
    r[i] = swapped(&a, &b) + c.x * 3 + c.y;
  }
}
void
t5(int n, float *f) {
#pragma loft
  for (int i = 0; i < n; i++) {
    view v = cfg.vw;
    v.k += i;
    f[i] = v.d[v.k % n] + v.s[i].y + cfg.t.v[i & 3] + cfg.mode;
    if (v.s[i].x > 3)
      v.d = f;
  }
}
void
t6(int n, struct cfg *c, float *f) {
#pragma loft
  for (int i = 0; i < n; i++) {
    arr z = c->t;
    view w = c->vw;
    f[i] = z.v[i & 3] + w.s[i].x;
  }
}
void
t7(int n, iv *p, iv *q) {
#pragma loft
  for (int i = 0; i < n; i++, p++, q++) {
    iv a = *p;
    *p = *q;
    *q = a;
  }
}
void
t8(int n, struct cfg *c) {
  iv last = {1, 2};
#pragma loft
  for (int i = 0; i < n; i++) {
    last = c->vw.s[i];
    if (last.x == 77) {
      last.y = -1;
    }
  }
  printf("%d %d\n", last.x, last.y);
}
int
main(void) {
  for (int i = 0; i < N; i++) {
    P[i] = (iv){i * 7919 % 1000, i};
    for (int k = 0; k < 4; k++)
      Y[i].v[k] = i % (k + 3);
    Y[i].w = i;
    F[i] = i;
  }
  iv s = t1(N, P);
  box b = t2(N, P);
  printf("%d %d %d %d %u\n", s.x, s.y, b.lo.x, b.hi.x, b.n);
  t3(N, X, Y);
  t4(N, R, P);
  float *g = malloc(4 * N), *g2 = malloc(4 * N);
  for (int i = 0; i < N; i++)
    g[i] = 2 * i;
  cfg = (struct cfg){{3, 4}, {{1, 2, 3, 4}, 5}, {2, g, P}, 5, 11};
  t5(N, F);
  t6(N, &cfg, g2);
  t7(N / 2, P, P + N / 2);
  t8(N, &cfg);
  unsigned h = 0;
#define H(x, n)                                                                \
  for (unsigned i = 0; i < n; i++)                                             \
    h = h * 31 + ((unsigned char *)x)[i];                                      \
  printf(#x " %u\n", h);
  H(X, sizeof X) H(R, sizeof R) H(F, sizeof F) H(g2, 4 * N) H(P, sizeof P)
}
