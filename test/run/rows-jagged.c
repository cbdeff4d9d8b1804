// Rows behind pointers that are written, each as long as its memory and no
// longer: triangles, vectors with lengths, rows cut from one block, rows that
// need the one before.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

#define FN __attribute__((noinline)) static
enum { ROWS = 150, ALL = ROWS * ROWS };
typedef struct vector {
  int n;
  float tag;
  double *v;
} vector;
static double block[ALL];

FN void
triangle(double **l, int n, double s) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      l[i][j] = l[i][j] * s + i - j;
}

FN void
upper(double **u, double **l, int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      u[i][j - i] = 2 * l[j][i];
}

FN void
scale(vector *r, int n, double by) {
#pragma loft
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < r[i].n; j++)
      r[i].v[j] *= by;
    r[i].tag += 1;
  }
}

FN void
sums(const vector *r, double **y, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < r[i].n; j++) {
      s = s / 2 + r[i].v[j];
      y[i][j] = s;
    }
  }
}

FN void
ahead(double **y, double **x, const int *length, int n) {
#pragma loft
  for (int i = 1; i < n; i++)
    for (int j = 0; j < (length[i] < length[i - 1] ? length[i] : length[i - 1]);
         j++)
      y[i][j] = x[i][j] + x[i - 1][j];
}

// Rows that lie in "block" one behind the other, in another order.
static void
cut(double **p, const int *length) {
  double *at = block;
  for (int i = 0; i < ROWS; i++) {
    int k = i * 7 % ROWS;
    p[k] = at;
    at += length[k];
  }
}

int
main(void) {
  static double *l[ROWS], *u[ROWS], *x[ROWS], *y[ROWS];
  static vector r[ROWS];
  static int length[ROWS];
  unsigned h = 0;
  for (int i = 0; i < ROWS; i++) {
    length[i] = i % 9 == 4 ? 0 : i * 37 % 61;
    l[i] = malloc((size_t)(i + 1) * sizeof(double));
    u[i] = malloc((size_t)(ROWS - i) * sizeof(double));
    y[i] = length[i] ? malloc((size_t)length[i] * sizeof(double)) : NULL;
    for (int j = 0; j <= i; j++)
      l[i][j] = i * j % 7;
    for (int j = 0; j < length[i]; j++)
      y[i][j] = j;
  }
  for (int i = 0; i < ALL; i++)
    block[i] = i % 101;
  cut(x, length);
  for (int i = 0; i < ROWS; i++)
    r[i] = (vector){i == 3 ? -5 : length[i], (float)i, x[i]};
  triangle(l, ROWS, 1.5);
  upper(u, l, ROWS);
  scale(r, ROWS, 0.25);
  sums(r, y, ROWS);
  ahead(x, y, length, ROWS);
  for (int i = 0; i < ROWS; i++) {
    h = h * 31 + hash(l[i], (size_t)(i + 1) * sizeof(double));
    h = h * 31 + hash(u[i], (size_t)(ROWS - i) * sizeof(double));
    h = h * 31 + hash(y[i], (size_t)length[i] * sizeof(double));
  }
  printf("%08x %08x %a\n", h, hash(block, sizeof block), r[7].tag);
}
