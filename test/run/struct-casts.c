// Structures behind a pointer to void, as callbacks have them, two kinds of them
// behind one pointer, and pointers to arrays of structures.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#define N 100

struct head {
  int kind, n;
};
struct work {
  struct head head;
  float *out;
  double scale;
  struct point {
    float x;
    int id;
  } p[N];
};
typedef struct point row[8];

static void
run(void *arg) {
#pragma loft map
  for (int i = 0; i < ((struct head *)arg)->n; i++)
    ((struct work *)arg)->out[i] =
        (float)(((struct work *)arg)->scale * ((struct head *)arg)->kind);
}

static void
points(void *arg, int n) {
#pragma loft map
  for (int i = 0; i < n; i++)
    ((struct point *)arg)[i].x += ((struct point *)arg)[i].id;
}

static void
rows(row *grid, int n) {
#pragma loft map
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 8; j++)
      grid[i][j].x = i * grid[i][7 - j].id;
}

int
main(void) {
  static float out[N];
  static struct work w = {{3, N}, out, 0.5};
  static row grid[10];
  for (int i = 0; i < N; i++)
    w.p[i] = (struct point){i, 3 * i};
  for (int i = 0; i < 80; i++)
    grid[i / 8][i % 8].id = i;
  run(&w);
  points(w.p, N);
  rows(grid, 10);
  for (int i = 0; i < N; i++)
    printf("%a %a %d\n", out[i], w.p[i].x, w.p[i].id);
  for (int i = 0; i < 80; i++)
    printf("%a ", grid[i / 8][i % 8].x);
}
