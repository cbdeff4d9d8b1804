// Rows of an array of fixed size that are used to their end: columns at both
// ends, counted from either, stay within the row.
// COVERS: strides-constant
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 64 };
static double u[N][N], v[N][N], w[N];

static double cube[8][16][32];

static void
edges(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    u[i][0] = 2;
    u[i][n - 1] = 1;
  }
}

static void
mirror(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n / 2; j++) {
      double t = u[i][j];
      u[i][j] = u[i][n - 1 - j];
      u[i][n - 1 - j] = t;
    }
}

static void
halo(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    u[i][0] = u[i][n - 2];
    u[i][n - 1] = u[i][1];
  }
}

static void
row_sums(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 1; j < n - 1; j++)
      s += u[i][j];
    u[i][0] = s;
    u[i][n - 1] = -s;
  }
}

static void
forward(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++)
      u[i][j] += 0.5 * u[i][j - 1];
}

static void
backward(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = n - 2; j >= 0; j--)
      u[i][j] += 0.25 * u[i][j + 1];
}

// One sweep of the alternating direction method.
static void
sweep(int n) {
#pragma loft required
  for (int i = 1; i < n - 1; i++) {
    v[0][i] = 1;
    u[i][0] = 0;
    w[i] = v[0][i];
    for (int j = 1; j < n - 1; j++)
      u[i][j] = (v[j][i] - u[i][j - 1]) * 0.5;
    v[n - 1][i] = 1;
    for (int j = n - 2; j >= 1; j--)
      v[j][i] = u[i][j] * v[j + 1][i] + w[i];
  }
}

static void
columns(int n) {
#pragma loft required
  for (int j = 0; j < n; j++) {
    u[0][j] = 3;
    u[n - 1][j] = 4;
  }
}

static void
three_sizes(int n, int a, int b) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    u[i][a - 1] = 5;
    u[i][b - 1] = u[i][0] + u[i][n - 1];
  }
}

static void
without_sign(unsigned n) {
#pragma loft required
  for (unsigned i = 0; i < n; i++) {
    u[i][0] += u[i][n - 1];
    u[i][n - 1] += 1;
  }
}

static void
faces(int n, int m, int l) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      cube[i][j][0] = cube[i][j][l - 2];
      cube[i][j][l - 1] = cube[i][j][1];
    }
}

static void
lids(int n, int m, int l) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int k = 0; k < l; k++) {
      cube[i][0][k] = k;
      cube[i][m - 1][k] = cube[i][m - 2][k] + cube[i][1][l - 1 - k];
    }
}

// Prints a sum in which each element of "x" counts another number of times.
static void
show(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * (1 + i % 7);
  printf("%a\n", s);
}

int
main(void) {
  for (int i = 0; i < N * N; i++)
    u[i / N][i % N] = i % 13, v[i / N][i % N] = i % 17;
  for (int i = 0; i < 8 * 16 * 32; i++)
    cube[i / 512][i / 32 % 16][i % 32] = i % 11;
  void (*const steps[])(int) = {edges,   mirror,   halo,  row_sums,
                                forward, backward, sweep, columns};
  for (unsigned k = 0; k < sizeof steps / sizeof *steps; k++) {
    steps[k](N);
    show(u[0], N * N);
    show(v[0], N * N);
  }
  three_sizes(N, 40, 20);
  show(u[0], N * N);
  without_sign(N);
  show(u[0], N * N);
  faces(8, 16, 32);
  show(cube[0][0], 8 * 16 * 32);
  lids(8, 16, 32);
  show(cube[0][0], 8 * 16 * 32);
}
