// Subscripts that the region computes, stores and corrects in memory before it
// uses them: what the array held before does not matter where all of it is
// written first.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <math.h>
#include <stdio.h>

enum { N = 60, M = 7, CELLS = 200 };

// Cells that points see, out of range ones as cell 0; in rows.
static void
look(int n, int m, const double *x, const double *dx, int max, int *cell,
     const int *image, double *sum) {
  int i, j;
#pragma loft required
  for (i = 0; i < n; i++) {
    for (j = 0; j < m; j++) {
      int at = (int)(x[i] * 3 + dx[j]);
      cell[i * m + j] = (int)fabs((double)at);
      if (cell[i * m + j] >= max)
        cell[i * m + j] = 0;
    }
    sum[i] = 0;
    for (j = 0; j < m; j++)
      sum[i] += image[cell[i * m + j]] - 100;
  }
}

// The same with whole loops one after the other.
static void
sort_out(int n, int k, const int *key, int *bin, const float *weight,
         float *out) {
#pragma loft region required
  {
    for (int i = 0; i < n; i++) {
      bin[i] = key[i] - k;
      if (bin[i] < 0)
        bin[i] = 0;
      if (bin[i] > 99)
        bin[i] = 99;
    }
    for (int i = 0; i < n; i++)
      out[i] = weight[bin[i]];
  }
}

// Some keep what they held.
static void
update(int n, const int *key, int *bin, const float *weight, float *out) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (key[i] >= 0 && key[i] < 50)
      bin[i] = key[i];
    out[i] += weight[bin[i]];
  }
}

static int cell[N * M], image[CELLS], key[N], bin[N];
static double x[N], dx[M], sum[N];
static float weight[100], out[N];

int
main(void) {
  for (int i = 0; i < CELLS; i++)
    image[i] = i * 7 % 256;
  for (int i = 0; i < N * M; i++)
    cell[i] = -12345678 * i; // never read
  for (int i = 0; i < N; i++) {
    x[i] = i * 2.3 - 20;
    key[i] = i * 13 % 170 - 20;
    bin[i] = 987654321;
  }
  for (int i = 0; i < M; i++)
    dx[i] = i * 11.5;
  for (int i = 0; i < 100; i++)
    weight[i] = (float)i / 8;
  look(N, M, x, dx, CELLS, cell, image, sum);
  sort_out(N, 20, key, bin, weight, out);
  update(N, key, bin, weight, out);
  for (int i = 0; i < N; i++)
    printf("%d %d %g %g\n", cell[i], bin[i], sum[i], out[i]);
}
