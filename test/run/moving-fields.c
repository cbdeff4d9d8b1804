// Running sums in the fields of structures of an array, and in elements that
// take turns.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 3000 };
struct sums {
  long x, y, xx, xy, yy;
};
struct point {
  int x, y;
};
struct path {
  int n, x0, y0;
  struct point *pt;
  struct sums *sums;
};
static struct sums sums[N + 1];
static struct point points[N];
static unsigned turns[2 * N + 4];

__attribute__((noinline)) static void
prepare(struct path *p)
{
  p->sums[0] = (struct sums){0};
#pragma loft required
  for (int i = 0; i < p->n; i++) {
    long x = p->pt[i].x - p->x0, y = p->pt[i].y - p->y0;
    p->sums[i + 1].x = p->sums[i].x + x;
    p->sums[i + 1].y = p->sums[i].y + y;
    p->sums[i + 1].xx = p->sums[i].xx + x * x;
    p->sums[i + 1].xy = p->sums[i].xy + x * y;
    p->sums[i + 1].yy = p->sums[i].yy + y * y;
  }
}

// One of two steps; the other reads what it writes.
__attribute__((noinline)) static void
take_turns(unsigned *a, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    a[2 * i + 4] = 3 * a[2 * i + 2] - a[2 * i] + a[2 * i + 4];
    a[2 * i + 3] = a[2 * i + 1] * 5 + 1;
  }
}

int
main(void)
{
  for (int n = 0; n <= N; n += 1000) {
    for (int i = 0; i < N; i++)
      points[i] = (struct point){i * 37 % 101, i * i % 97};
    for (int i = 0; i < 2 * N + 4; i++)
      turns[i] = (unsigned)i * 2654435761u;
    struct path p = {n, 5, 7, points, sums};
    prepare(&p);
    take_turns(turns, n);
    printf("%u %u\n", hash(sums, sizeof sums), hash(turns, sizeof turns));
  }
  return 0;
}
