// Bounds and arrays reached through a structure, and globals.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

struct grid {
  int n, m;
  double scale;
  double *cells;
};
static double table[64];
static int calls;

static void
scale(struct grid *g, const int *columns)
{
#pragma loft map
  for (int i = 0; i < g->n; i++)
    for (int j = 0; j < *columns; j++)
      g->cells[i * g->m + j] = g->cells[i * g->m + j] * g->scale + table[j];
  calls++;
}

int
main(void)
{
  static double cells[20 * 40];
  struct grid g = {20, 40, 1.5, cells};
  int columns = 33;
  for (int i = 0; i < 64; i++)
    table[i] = i / 3.0;
  for (int i = 0; i < 800; i++)
    cells[i] = i;
  scale(&g, &columns);
  g.n = 0;
  g.cells = NULL; // never read: no iterations
  scale(&g, &columns);
  for (int i = 0; i < 800; i++)
    printf("%a\n", cells[i]);
  printf("%d\n", calls);
}
