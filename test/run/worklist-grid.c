// Floods of grids whose places are divided by the width: the neighbours' rows
// and columns bound their places.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: columns ({{.*}}): cpu
// CHECK-DAG: steps ({{.*}}): cpu
// CHECK-DAG: rest ({{.*}}): cpu
// CHECK-DAG: narrow ({{.*}}): cpu
#include <stdio.h>

#include "Inputs/hash.h"

enum { PLACES = 1 << 10 };

static const int right[4] = {1, -1, 0, 0}, down[4] = {0, 0, 1, -1};
static unsigned char wall[PLACES];
static int dist[PLACES], list[PLACES];

// A place made of its row and column.
__attribute__((noinline)) static int
columns(int tail, int width, int height, int *q, int *d) {
  int head = 0;
#pragma loft required
  while (head < tail) {
    int at = q[head++];
    int x = at % width, y = at / width;
    for (int k = 0; k < 4; k++) {
      int nx = x + right[k], ny = y + down[k];
      if (nx < 0 || ny < 0 || nx >= width || ny >= height)
        continue;
      int to = ny * width + nx;
      if (!wall[to] && d[to] < 0) {
        d[to] = d[at] + 1;
        q[tail++] = to;
      }
    }
  }
  return tail;
}

// A place made of the one beside it.
__attribute__((noinline)) static int
steps(int tail, int width, int height, int *q, int *d) {
  int head = 0;
#pragma loft required
  while (head < tail) {
    int at = q[head++];
    for (int k = 0; k < 4; k++) {
      int nx = at % width + right[k], ny = at / width + down[k];
      int to = at + down[k] * width + right[k];
      if (nx < 0 || ny < 0 || nx >= width || ny >= height || wall[to])
        continue;
      if (d[to] < 0) {
        d[to] = d[at] + 1;
        q[tail++] = to;
      }
    }
  }
  return tail;
}

// A column that is what the row leaves.
__attribute__((noinline)) static int
rest(int tail, int width, int height, int *q, int *d) {
  int head = 0;
#pragma loft required
  while (head < tail) {
    int at = q[head++];
    int y = at / width, x = at - y * width;
    for (int k = 0; k < 4; k++) {
      int nx = x + right[k], ny = y + down[k];
      if (nx < 0 || ny < 0 || nx >= width || ny >= height)
        continue;
      if (!wall[ny * width + nx] && d[ny * width + nx] < 0) {
        d[ny * width + nx] = d[at] + 1;
        q[tail++] = ny * width + nx;
      }
    }
  }
  return tail;
}

// A width that is known.
__attribute__((noinline)) static int
narrow(int tail, int height, int *q, int *d) {
  int head = 0;
#pragma loft required
  while (head < tail) {
    int at = q[head++];
    int x = at % 12, y = at / 12;
    for (int k = 0; k < 4; k++) {
      int nx = x + right[k], ny = y + down[k];
      if (nx < 0 || ny < 0 || nx >= 12 || ny >= height)
        continue;
      if (!wall[ny * 12 + nx] && d[ny * 12 + nx] < 0) {
        d[ny * 12 + nx] = d[at] + 1;
        q[tail++] = ny * 12 + nx;
      }
    }
  }
  return tail;
}

// Nothing is found yet but place "at".
static void
start(int at) {
  for (int i = 0; i < PLACES; i++) {
    wall[i] = i % 5 == 3 || i % 11 == 6;
    dist[i] = -1;
    list[i] = -9;
  }
  wall[at] = 0;
  dist[at] = 0;
  list[0] = at;
}

static void
tell(int tail) {
  printf("%d %08x %08x\n", tail, hash(dist, sizeof dist),
         hash(list, sizeof list));
}

int
main(void) {
  for (int width = 1; width <= 32; width = width * 3 + 2) {
    int height = PLACES / width < 40 ? PLACES / width : 40;
    start(width * height / 2);
    tell(columns(1, width, height, list, dist));
    start(width * height / 3);
    tell(steps(1, width, height, list, dist));
    start(width * height - 1);
    tell(rest(1, width, height, list, dist));
    start(height * 5);
    tell(narrow(1, height, list, dist));
  }
}
