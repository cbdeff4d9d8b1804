// Pointers that are declared before the loops and set within them, to places in
// other arrays than before; inner loops may run no iteration.
// RUN: %clang -O2 -Wno-everything %s -o %t %link
// RUN: %three %t cpu
#include <stdio.h>

#include "Inputs/hash.h"

enum { BOXES = 40, SIZE = 6 };

struct point {
  double v, x, y;
};
static struct point r[BOXES * SIZE], f[BOXES * SIZE];
static double q[BOXES * SIZE];
static int off[BOXES], near[BOXES][5], n_near[BOXES];

static void
forces(int n)
{
  struct point *ra, *fa, *rb;
  double *qb, d;
  int l, k, i, j, at;
#pragma loft
  for (l = 0; l < n; l++) {
    ra = &r[off[l]];
    fa = &f[off[l]];
    for (k = 0; k < n_near[l]; k++) {
      at = k ? near[l][k] : l;
      rb = &r[off[at]];
      qb = &q[off[at]];
      for (i = 0; i < SIZE; i++)
        for (j = 0; j < SIZE; j++) {
          d = ra[i].x - rb[j].x;
          fa[i].v += qb[j] * d;
          fa[i].y += qb[j] * (ra[i].y - rb[j].y);
        }
    }
  }
}

static void
lines(int n, int m, double *x, double *y)
{
  double *p, *end, s;
#pragma loft
  for (int i = 0; i < n; i++) {
    s = 0;
    for (int k = 0; k < i % 3; k++) {
      p = k ? x + i * m : x;
      end = p + m;
      while (p < end)
        s += *p++;
    }
    y[i] = s;
  }
}

int
main(void)
{
  static double y[BOXES];
  for (int i = 0; i < BOXES * SIZE; i++) {
    r[i] = (struct point){i % 3, i % 7, i % 5};
    q[i] = i % 4 - 1;
  }
  for (int l = 0; l < BOXES; l++) {
    off[l] = l * SIZE;
    n_near[l] = l % 5;
    for (int k = 0; k < 5; k++)
      near[l][k] = (l * 3 + k) % BOXES;
  }
  for (int n = 0; n <= BOXES; n += BOXES / 2) {
    forces(n);
    lines(n, SIZE, q, y);
    printf("%08x %08x\n", hash(f, sizeof f), hash(y, sizeof y));
  }
  return 0;
}
