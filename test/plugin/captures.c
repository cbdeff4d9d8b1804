// Every way a region reaches C's variables, passed to it and stored back.
// RUN: %clang -O2 -Wall -Wextra -Werror %s -o %t %link
// RUN: %three %t
#include <stdio.h>
enum colour { RED, GREEN, BLUE };
typedef struct {
  int n, cells[40];
  struct {
    double weight;
  };
  const float *row;
  float (*grid)[8];
} box;
static box shared = {.n = 40};
static box *const at = &shared;
static double total;
static unsigned char small = 200;

__attribute__((noinline)) static void
fields(box *b) {
#pragma loft required
  for (int i = 0; i < b->n; i++)
    b->cells[i] = i + (int)b->row[i];
#pragma loft required
  for (int i = 0; i < at->n; i++)
    shared.weight += at->cells[i];
}

__attribute__((noinline)) static void
local(int n) {
  box mine = {.n = n, .weight = 0.5};
#pragma loft required
  for (int i = 0; i < mine.n; i++)
    mine.cells[i] = i * 2;
  float g[5][8];
  float (*whole)[5][8] = &g;
  mine.grid = g;
#pragma loft required
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 8; j++)
      mine.grid[i][j] = (float)(i * j) + (float)mine.weight;
#pragma loft required
  for (int i = 0; i < 5; i++)
    total += (*whole)[i][7];
  printf("%d %g\n", mine.cells[n - 1], (double)g[4][7]);
}

__attribute__((noinline)) static void
kinds(int n, int *count, short *out) {
  enum colour last = RED;
  _Bool odd = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    last = i % 3 == 2 ? BLUE : GREEN;
    odd = odd || i == 97;
    small += (unsigned char)*count;
    out[i] = (short)(i * 1000);
  }
  printf("%d %d %d %d\n", last, odd, small, *count);
}

int
main(void) {
  static float row[40];
  short out[99];
  int count = 3;
  for (int i = 0; i < 40; i++)
    row[i] = (float)i / 2;
  shared.row = row;
  fields(&shared);
  printf("%d %g\n", shared.cells[39], shared.weight);
  local(33);
  kinds(98, &count, out);
  printf("%g %d\n", total, out[97]);
}
