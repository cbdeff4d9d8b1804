// Pointers that are set to places of arrays which structures lead to: from the
// first element, from elsewhere or null before; kept where no iteration sets
// them, and where the loop does not run, so that nothing is behind the pointer.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <string.h>

enum { N = 700, M = 40 };
typedef struct {
  double key, d;
  int v;
} node;
typedef struct {
  float x, y;
} point;
struct list {
  node *first, *last, *nodes;
  point *p;
  int n;
};
static node a[N], other = {-1e9, -1e9, 77};
static point q[N];

#define FN __attribute__((noinline)) static

FN node *
least(const struct list *l, int n, node *best) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if (l->nodes[i].d < best->d)
      best = &l->nodes[i];
  return best;
}

FN node *
least_or_null(const struct list *l, node *best) {
#pragma loft required
  for (node *p = l->first; p != l->last; p++)
    if (!best || p->key < best->key)
      best = p;
  return best;
}

FN point *
leftmost(const struct list *l) {
  point *best = 0;
#pragma loft required
  for (int i = 0; i < l->n; i++)
    if (l->p[i].y > 1 && (best == NULL || l->p[i].x < best->x))
      best = l->p + i;
  return best;
}

FN node *
with_bound(const struct list *l, double least) {
  node *best = NULL;
#pragma loft required
  for (int i = 0; i < l->n; i++)
    if (l->nodes[i].key < least) {
      least = l->nodes[i].key;
      best = &l->nodes[i];
    }
  return best;
}

FN node *
last_of(const struct list *l, int v, node *found) {
#pragma loft required
  for (node *p = l->first; p < l->last; p++)
    if (p->v == v)
      found = p;
  return found;
}

FN node *
in_array(node *p, int n) {
  node *best = NULL;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (!best || p[i].key >= best->key)
      best = &p[i];
  return best;
}

FN void
nearest(const struct list *l, const double *at, int *restrict out, int m) {
#pragma loft required
  for (int k = 0; k < m; k++) {
    const node *best = NULL;
    double least = 1e300;
    for (const node *p = l->first; p != l->last; p++) {
      double d = (p->key - at[k]) * (p->key - at[k]);
      if (d < least) {
        least = d;
        best = p;
      }
    }
    out[k] = best ? best->v : -1;
  }
}

FN void
nearest_of_first(const struct list *l, const double *at, int *restrict out,
                 int m) {
#pragma loft required
  for (int k = 0; k < m; k++) {
    const node *best = l->nodes;
    for (int i = 1; i < l->n; i++)
      if (l->nodes[i].key * at[k] < best->key * at[k])
        best = &l->nodes[i];
    out[k] = best->v;
  }
}

FN int
flagged(const double *x, int n) {
  _Bool found = 0;
  int at = -1;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (x[i] > 2 && (!found || x[i] < x[at])) {
      at = i;
      found = 1;
    }
  return found ? at : -1;
}

static int
number(const node *p) {
  return !p ? -1 : p == &other ? -2 : (int)(p - a);
}

int
main(void) {
  static double at[M], x[N];
  static int out[M];
  struct list l = {a, a + N, a, q, N};
  for (int i = 0; i < N; i++) {
    a[i] = (node){i * 77 % 509 - 200, i * 37 % 211, i * 7 % 331};
    q[i] = (point){(float)(i * 53 % 191), (float)(i % 5)};
    x[i] = i * 19 % 301 / 7.0;
  }
  for (int k = 0; k < M; k++)
    at[k] = k * 13 - 150.5;
  other.v = 77;
  for (int n = 0; n <= N; n = n * 3 + 1) {
    l.last = l.first + n;
    l.n = n;
    printf("%d:", n);
    printf(" %d %d", number(least(&l, n, a + N / 2)),
           number(least(&l, n, &other)));
    printf(" %d %d %d", number(least_or_null(&l, NULL)),
           number(least_or_null(&l, &other)),
           number(least_or_null(&l, a + 5)));
    const point *p = leftmost(&l);
    printf(" %d", p ? (int)(p - q) : -1);
    printf(" %d %d", number(with_bound(&l, 1e9)),
           number(with_bound(&l, -1e9)));
    printf(" %d %d %d", number(last_of(&l, 14, NULL)),
           number(last_of(&l, 14, &other)), number(last_of(&l, 1000, &other)));
    printf(" %d %d", number(in_array(a, n)), flagged(x, n));
    nearest(&l, at, out, M);
    for (int k = 0; k < M; k++)
      printf(" %d", out[k]);
    nearest_of_first(&l, at, out, M);
    for (int k = 0; k < M; k++)
      printf(" %d", out[k]);
    printf("\n");
  }
  // Nothing is read where the loop does not run, and lists may be null.
  struct list none = {0};
  printf("%d %d\n", number(least(NULL, 0, &other)),
         number(least((void *)16, 0, a + 3)));
  printf("%d\n", number(least_or_null(&none, NULL)));
  printf("%d %d %d\n", number(with_bound(&none, 3)), leftmost(&none) == NULL,
         number(in_array(NULL, 0)));
  nearest(&none, at, out, M);
  printf("%d %d\n", out[0], out[M - 1]);
}
