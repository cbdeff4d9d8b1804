// Steps of Floyd and Warshall: rows before and behind row k are independent,
// and columns too, also where the path from k to k is shorter than none.
// RUN: %clang -O2 %s -o %t %link
// COVERS: shape-inner_nest shape-inner_split
// RUN: %three %t
#include "Inputs/weighted.h"

#include <stdio.h>

enum { N = 40, W = 64 };
static float d[N * W];

static void
paths(int n, float (*d)[W]) {
#pragma loft required
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i][k] + d[k][j] < d[i][j])
          d[i][j] = d[i][k] + d[k][j];
}

// The same of rows whose length is known at run time.
static void
flat_paths(int n, int w, float *d) {
#pragma loft required
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        float through = d[i * w + k] + d[k * w + j];
        d[i * w + j] = through < d[i * w + j] ? through : d[i * w + j];
      }
}

static void
fill(int loop) {
  for (int i = 0; i < N * W; i++)
    d[i] = i / W == i % W ? (float)loop : (float)(i * 7919 % 9973);
}

int
main(void) {
  for (int loop = 0; loop > -3; loop--) {
    fill(loop);
    paths(N, (float (*)[W])d);
    printf("%a\n", weighted(N * W, d));
    fill(loop);
    flat_paths(N - 3, W, d);
    printf("%a\n", weighted(N * W, d));
  }
}
