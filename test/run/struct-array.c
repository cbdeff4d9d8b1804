// Arrays of structures: fields as strided elements, nested, by inlined
// functions, in place, by walking pointers.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <string.h>
#define N 500

typedef struct {
  double re, im;
} complex_t;
struct body {
  float x[3], v[3], m;
};
static complex_t x[N], y[N], z[N], grid[20][30];
static struct body bodies[N];

static void
multiply(int n, complex_t *out, const complex_t *a, const complex_t *b)
{
#pragma loft map
  for (int i = 0; i < n; i++) {
    out[i].re = a[i].re * b[i].re - a[i].im * b[i].im;
    out[i].im = a[i].re * b[i].im + a[i].im * b[i].re;
  }
}

static inline void
kick(struct body *b, float dt)
{
  for (int k = 0; k < 3; k++)
    b->x[k] += dt * b->v[k];
}

int
main(void)
{
  complex_t *p = z, *q = x;
  for (int i = 0; i < N; i++) {
    x[i] = (complex_t){i, i * 0.5};
    y[i] = (complex_t){1.0 / (i + 1), i};
    bodies[i] = (struct body){{i, 1, 2}, {3, i, 5}, 6};
  }
  multiply(N, z, x, y);
#pragma loft map
  for (int i = 0; i < N; i++)
    kick(&bodies[i], 0.5f);
#pragma loft map
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++)
      grid[i][j].im = z[i * 7 + j].re;
#pragma loft map
  for (int i = 0; i < N; i++, p++, q++)
    p->im = q->re * p->im; // re stays
  for (int i = 0; i < N; i++)
    printf("%a %a %a %a\n", z[i].re, z[i].im, bodies[i].x[0], bodies[i].x[1]);
  for (int i = 0; i < 20; i++)
    printf("%a %a\n", grid[i][i].re, grid[i][29].im);
}
