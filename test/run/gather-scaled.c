// Gathers at multiples of what an index array holds, and of structures: what is
// touched is known once the index array has been looked at.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include "Inputs/weighted.h"

#include <stdio.h>

enum { N = 400, M = 3 };
typedef struct atom {
  float x, y, z;
} atom;

static void
scaled(int n, const int *at, const float *p, float *out) {
#pragma loft required
  for (int i = 0; i < n; i++)
    out[i] = p[2 * at[i]];
}

static void
shifted(int n, const int *at, const float *p, float *out) {
#pragma loft required
  for (int i = 0; i < n; i++)
    out[i] = p[3 * at[i] + 1] - p[3 * at[i] - 2];
}

static void
backwards(int n, const int *at, const float *p, float *out) {
#pragma loft required
  for (int i = 0; i < n; i++)
    out[i] = p[900 - 2 * at[i]];
}

static void
combined(int n, const int *at, const unsigned char *by, const float *p,
         float *out) {
#pragma loft required
  for (int i = 0; i < n; i++)
    out[i] = p[2 * at[i] + 4 * by[i]];
}

static void
rows(int n, int m, const unsigned *at, const float *p, float *out) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      out[i * m + k] = p[(long)at[i] * m + k];
}

static void
planes(int n, const int *at, const float (*p)[4][2], float *out) {
#pragma loft required
  for (int i = 0; i < n; i++)
    out[i] = p[at[i]][3][1] + p[at[i]][0][0];
}

static void
fields(int n, const int *at, const atom *p, float *out) {
#pragma loft required
  for (int i = 0; i < n; i++)
    out[i] = p[at[i]].x + p[at[i]].z;
}

// Forces on atoms from their neighbours.
static void
forces(int n, int m, const int *neighbour, const float *p, float *out) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) {
      int j = neighbour[k * n + i];
      float dx = p[4 * i] - p[4 * j], dy = p[4 * i + 1] - p[4 * j + 1];
      if (dx * dx + dy * dy < 1000)
        out[i] += dx * dy;
    }
}

static int at[M * N];
static unsigned row[N];
static unsigned char by[N];
static float p[8 * N], out[4 * N];

int
main(void) {
  for (int i = 0; i < 8 * N; i++)
    p[i] = (float)(i * 31 % 97);
  for (int i = 0; i < M * N; i++)
    at[i] = 1 + i * 77 % (N - 1);
  for (int i = 0; i < N; i++) {
    row[i] = (unsigned)(i * 7 % N);
    by[i] = (unsigned char)(i * 11);
  }
  scaled(N, at, p, out);
  printf("%a\n", weighted(N, out));
  shifted(N, at, p, out);
  printf("%a\n", weighted(N, out));
  backwards(N, at, p, out);
  printf("%a\n", weighted(N, out));
  combined(N, at, by, p, out);
  printf("%a\n", weighted(N, out));
  rows(N, 4, row, p, out);
  printf("%a\n", weighted(4 * N, out));
  planes(N, at, (const float (*)[4][2])p, out);
  printf("%a\n", weighted(N, out));
  fields(N, at, (const atom *)p, out);
  printf("%a\n", weighted(N, out));
  forces(N, M, at, p, out);
  printf("%a\n", weighted(N, out));
}
