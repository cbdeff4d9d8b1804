// Structures that an array of pointers leads to: side by side, in any order, in
// one allocation each, some missing; fields of several types, nested, arrays in
// them; gathers; whole structures; tables in structures, and of structures.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

enum { N = 300, CELLS = 30 };
typedef struct {
  double x, vx;
  int id;
  struct {
    float w[3];
    short tag;
    unsigned flag : 3, more : 7;
  } in;
} particle;
typedef struct {
  double x, y;
} point;
struct set {
  int n;
  particle **p;
  double scale;
};
struct cell {
  int m;
  particle *p;
};

static void
move(particle **p, int n, double dt) {
#pragma loft required
  for (int i = 0; i < n; i++)
    p[i]->x += dt * p[i]->vx;
}

static void
mixed(particle **p, int n, int m) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    particle *q = p[i];
    q->id += m;
    q->vx = q->vx * 0.5 + q->id;
    q->in.tag = (short)(q->id * 3);
    q->in.flag += (unsigned)i;
    for (int k = 0; k < 3; k++)
      q->in.w[k] += (float)k * (float)q->x;
  }
}

static long
total(particle *const *p, int n) {
  long s = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    s += p[i]->id * p[i]->in.tag + (int)p[i]->in.more;
  return s;
}

static void
gather(particle **p, const int *idx, double *y, int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    y[i] = p[idx[i]]->x + p[idx[i]]->in.w[1];
}

static void
scaled(struct set *s) {
#pragma loft required
  for (int i = 0; i < s->n; i++)
    s->p[i]->x *= s->scale;
}

static void
whole(particle **p, particle **q, int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    *q[i] = *p[i];
}

static void
lists(struct cell *c, int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < c[i].m; j++)
      c[i].p[j].x += c[i].p[j].id + j;
}

static void
some(particle **p, int n, double dt) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if (p[i])
      p[i]->x += dt * p[i]->id;
}

static void
planes(particle ***v, int n, int m) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      v[i][j]->vx = v[i][j]->id + i;
}

static void
points(point **q, particle *const *p, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    q[i]->x = p[i]->x;
    q[i]->y += p[i]->id;
  }
}

static void
few(particle **p, double *y, int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if (i % 7 == 3)
      y[i] = p[i]->in.w[0];
    else if (i % 7 == 4)
      p[i]->id = -i;
}

static void
show(particle *const *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    if (p[i])
      s += p[i]->x + 2 * p[i]->vx + 3 * p[i]->id + p[i]->in.tag * 5 +
           p[i]->in.w[2] + p[i]->in.w[1] * i + p[i]->in.flag * i;
  printf(" %.9g", s);
}

static void
run(int way, particle **p, particle **q, point **at, struct cell *c) {
  static double y[N];
  static int idx[N];
  particle **v[N / 10];
  particle *pool = calloc(N, sizeof *pool);
  for (int i = 0; i < N; i++) {
    int k = way == 0 ? i : way == 1 ? N - 1 - i : i * 7 % N;
    p[i] = way == 3 ? malloc(sizeof **p + (size_t)(i % 5) * 40) : &pool[k];
    q[i] = calloc(1, sizeof **q);
    at[i] = calloc(1, sizeof **at);
    *p[i] = (particle){i * 0.25, i % 17, i, {{(float)(i % 3), 1, 2}, 9, 5, 77}};
    idx[i] = i * 11 % N;
  }
  move(p, N, 0.5);
  mixed(p, N, 3);
  printf("%ld", total(p, N));
  show(p, N);
  gather(p, idx, y, N);
  struct set set = {N, p, 1.5};
  scaled(&set);
  few(p, y, N);
  show(p, N);
  double s = 0;
  for (int i = 0; i < N; i++)
    s += y[i] * i;
  printf(" %.9g", s);
  whole(p, q, N);
  show(q, N);
  for (int i = 0; i < CELLS; i++)
    c[i] = (struct cell){way == 3 ? 1 : i % 10,
                         way == 3 ? p[i] : &pool[i * 7 % CELLS * 10]};
  lists(c, CELLS);
  for (int i = 0; i < N / 10; i++)
    v[i] = &p[(N / 10 - 1 - i) * 10];
  planes(v, N / 10, 10);
  show(p, N);
  points(at, p, N);
  s = 0;
  for (int i = 0; i < N; i++)
    s += at[i]->x + at[i]->y;
  printf(" %.9g", s);
  for (int i = 0; i < N; i += 3)
    p[i] = NULL;
  some(p, N, 2);
  show(p, N);
  printf("\n");
}

int
main(void) {
  static particle *p[N], *q[N];
  static point *at[N];
  static struct cell c[CELLS];
  for (int way = 0; way < 4; way++)
    run(way, p, q, at, c);
  for (int i = 0; i < N; i++)
    p[i] = q[i % 3]; // read alone, any may be there twice
  printf("%ld\n", total(p, N));
  move(NULL, 0, 1);
}
