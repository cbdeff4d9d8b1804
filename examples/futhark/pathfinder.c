// The cheapest way down a grid: each step goes straight down or to a side.
#include "../demo.h"

static int
min(int a, int b) {
  return a < b ? a : b;
}

// The costs of the cheapest ways to the cells of the last row; "room" is as
// long.
static void
pathfinder(int rows, int columns, int **wall, int *cost, int *room) {
  int *from = cost, *to = room;
#pragma loft region
  {
    for (int c = 0; c < columns; c++)
      from[c] = wall[0][c];
    for (int r = 1; r < rows; r++) {
      for (int c = 0; c < columns; c++) {
        int least = from[c];
        if (c > 0)
          least = min(least, from[c - 1]);
        if (c < columns - 1)
          least = min(least, from[c + 1]);
        to[c] = wall[r][c] + least;
      }
      int *swap = from;
      from = to;
      to = swap;
    }
  }
  if (from != cost)
    memcpy(cost, from, (size_t)columns * sizeof *cost);
}

int
main(void) {
  const int columns = demo_scaled(100000, 1), rows = 100;
  int **wall = demo_alloc((size_t)rows * sizeof *wall);
  int *cells = demo_alloc((size_t)rows * (size_t)columns * sizeof *cells);
  int *cost = demo_alloc((size_t)columns * sizeof *cost);
  int *room = demo_alloc((size_t)columns * sizeof *room);
  for (int r = 0; r < rows; r++) {
    wall[r] = &cells[(size_t)r * (size_t)columns];
    for (int c = 0; c < columns; c++)
      wall[r][c] = (int)(10 * demo_random());
  }
  DEMO_RUN("pathfinder", pathfinder(rows, columns, wall, cost, room));
  demo_result("pathfinder", cost, (size_t)columns, sizeof *cost, 'i');
  free(wall);
  free(cells);
  free(cost);
  free(room);
  return 0;
}
