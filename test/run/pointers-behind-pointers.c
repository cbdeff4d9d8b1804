// Structures and rows that pointers in structures behind pointers lead to: the
// next one, a cell that several share, rows of numbers, lists with their ends.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

enum { N = 150, K = 4 };
struct cell {
  double x;
  int n;
};
typedef struct particle {
  double v, m;
  struct particle *next;
  struct cell *cell;
  int n;
  float *row;
} particle;
struct set {
  int n;
  particle **p;
};
struct owner {
  particle *of;
  int id;
};

#define FN __attribute__((noinline)) static

FN void
following(particle **p, double *restrict out, int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    out[i] = p[i]->next->v + i;
}

FN long
cells(const struct set *s) {
  long sum = 0;
#pragma loft required
  for (int i = 0; i < s->n; i++)
    sum += s->p[i]->cell->n * (i % 5);
  return sum;
}

FN void
drift(particle **p, int n, double dt) {
#pragma loft required
  for (int i = 0; i < n; i++)
    p[i]->v += dt * p[i]->cell->x * p[i]->m;
}

FN void
deposit(particle **p, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    struct cell *c = p[i]->cell;
    c->x = c->x * 0.5 + p[i]->v;
    c->n++;
  }
}

FN void
rows(particle **p, float *restrict out, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int k = 0; k < p[i]->n; k++)
      s += p[i]->row[k];
    out[i] = s;
  }
}

FN void
scale(particle **p, int n, float by) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int k = 0; k < K; k++)
      p[i]->row[k] *= by;
}

FN double
owned(const struct owner *o, int n) {
  double s = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    s += o[i].of->cell->x * o[i].id;
  return s;
}

FN double
gathered(particle **p, const int *at, int n) {
  double s = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    s += p[at[i]]->next->m;
  return s;
}

int
main(void) {
  static particle *p[N], pool[N];
  static struct cell c[N];
  static struct owner o[N];
  static double out[N];
  static float sums[N];
  static int at[N];
  for (int kind = 0; kind < 3; kind++)
    for (int n = 1; n <= N; n = n * 11 + 2) {
      for (int i = 0; i < n; i++)
        p[i] = kind == 1 ? malloc(sizeof(particle)) : pool + (i * 7 + 3) % N;
      for (int i = 0; i < n; i++) {
        // cells are shared but by kind 2
        *p[i] = (particle){i % 17, i % 5 + 1, p[(i + 1) % n],
                           &c[kind == 2 ? i : i % 10], i % (K + 1),
                           malloc(K * sizeof(float))};
        for (int k = 0; k < K; k++)
          p[i]->row[k] = (float)(i + k);
        c[i] = (struct cell){i % 7, i};
        o[i] = (struct owner){p[i], i % 3};
        at[i] = i * 13 % n;
      }
      printf("%d %d:", kind, n);
      following(p, out, n);
      double s = 0;
      for (int i = 0; i < n; i++)
        s += out[i] * (i + 1);
      printf(" %g %ld", s, cells(&(struct set){n, p}));
      drift(p, n, 0.5);
      if (kind == 2)
        deposit(p, n);
      s = 0;
      for (int i = 0; i < n; i++)
        s += p[i]->v * (i + 1) + c[i].x + c[i].n;
      scale(p, n, 2);
      rows(p, sums, n);
      for (int i = 0; i < n; i++)
        s += sums[i];
      printf(" %g %g %g\n", s, owned(o, n), gathered(p, at, n));
      for (int i = 0; i < n; i++) {
        free(p[i]->row);
        if (kind == 1)
          free(p[i]);
      }
    }
}
