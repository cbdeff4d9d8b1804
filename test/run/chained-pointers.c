// Pointers in memory that lead to each other, as long as the loop leaves them as
// they are: they are followed where C does, so not where the loop does not run,
// or a condition is false.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 200 };
struct cell {
  float v;
  int k;
};
union any {
  float f;
  char c[12];
};
struct grid {
  struct cell *cells;
  int n;
  double scale, tab[4];
  struct {
    float *data;
    union any any;
  } in;
};
struct run {
  int id;
  struct grid *grid;
};
struct all {
  struct run *run;
  void *state;
};
static struct all whole;

static void
cells(const struct run *r, float *x) {
#pragma loft required
  for (int i = 0; i < r->grid->n; i++)
    x[i] = r->grid->cells[i].v * (float)r->grid->scale + r->grid->in.data[i];
}

static void
sizes(const struct all *a, int *x) {
#pragma loft required
  for (int i = 0; i < a->run->grid->n; i++)
    x[i] = a->run->grid->cells[i].k + a->run->id;
}

static void
stores(const struct all *a, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    a->run->grid->cells[i].v += (float)a->run->grid->tab[i & 3];
    a->run->grid->in.data[i] = (float)i;
  }
}

static void
sum(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    whole.run->grid->tab[1] += whole.run->grid->cells[i].k;
}

static void
locals(struct all *a, int n, float *x) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    struct grid *g = a->run->grid;
    struct cell *c = &g->cells[i];
    x[i] = c->v + g->in.data[i] + g->in.any.f;
  }
}

static void
under(struct all *a, const int *m, int n, int *x) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if (m[i])
      x[i] = a->run->grid->n * i;
}

static void
tested(struct all *a, int n, int *x) {
#pragma loft required
  for (int i = 0; i < n; i++)
    x[i] = a->run && a->run->grid ? a->run->grid->n + a->run->grid->cells[i].k
                                  : i;
}

static void
opaque(struct all *a, int n, int *x) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    struct run *r = a->state;
    x[i] = r->grid->cells[i].k + r->id;
  }
}

int
main(void) {
  static struct cell c[N];
  static float d[N], x[N];
  static int y[N], m[N];
  static struct grid g = {c, N, 0.5, {1, 2, 3, 4}, {d, {0.5f}}};
  static struct run r = {7, &g};
  struct all none = {NULL, NULL};
  whole = (struct all){&r, &r};
  for (int i = 0; i < N; i++) {
    c[i] = (struct cell){(float)i / 4, i * 7 % 13};
    d[i] = (float)(i & 15);
  }
  cells(&r, x);
  sizes(&whole, y);
  stores(&whole, N);
  sum(N);
  double t = g.tab[1];
  for (int i = 0; i < N; i++)
    t += x[i] * i + y[i] + c[i].v + d[i];
  locals(&whole, N, x);
  for (int i = 0; i < N; i++)
    t += x[i] * i;
  printf("%.9g\n", t);
  m[30] = m[99] = 1;
  under(&whole, m, N, y);
  printf("%d %d %d\n", y[29], y[30], y[99]);
  m[30] = m[99] = 0;
  under(NULL, m, N, y);
  none.run = (struct run *)8;
  under(&none, m, N, y);
  none.run = NULL;
  tested(&whole, N, y);
  printf("%d", y[77]);
  tested(&none, N, y);
  printf(" %d", y[77]);
  r.grid = NULL;
  tested(&whole, N, y);
  printf(" %d\n", y[77]);
  r.grid = &g;
  opaque(&whole, N, y);
  printf("%d\n", y[77]);
  stores(NULL, 0);
  locals((struct all *)24, 0, NULL);
  opaque(&none, 0, y);
}
