// Triangular systems and factors in place, as written in textbooks: sums in
// elements of the array that they sum up.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: warning: loop stays
#include <stdio.h>

enum { N = 70 };
static unsigned l[N][N], x[N], b[N];

#define FN __attribute__((noinline)) static

FN void
forwards(int n, unsigned m[N][N], unsigned *restrict y, const unsigned *by) {
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] = by[i];
    for (int j = 0; j < i; j++)
      y[i] -= m[i][j] * y[j];
    y[i] = y[i] / (m[i][i] | 1);
  }
}

FN void
backwards(int n, unsigned m[N][N], unsigned *y) {
#pragma loft
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++)
      y[i] -= m[i][j] * y[j];
    y[i] /= m[i][i] | 1;
  }
}

FN void
factor(int n, unsigned m[N][N]) {
#pragma loft
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        m[i][j] -= m[i][k] * m[j][k];
      m[i][j] /= m[j][j] | 1;
    }
    for (int k = 0; k < i; k++)
      m[i][i] -= m[i][k] * m[i][k];
  }
}

FN void
halves(int n, unsigned m[N][N]) {
#pragma loft
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        m[i][j] -= m[i][k] * m[k][j];
      m[i][j] /= m[j][j] | 1;
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++)
        m[i][j] -= m[i][k] * m[k][j];
  }
}

static unsigned
hash(unsigned h) {
  for (int i = 0; i < N; i++) {
    h = h * 31 + x[i];
    for (int j = 0; j < N; j++)
      h = h * 31 + l[i][j];
  }
  return h;
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    b[i] = (unsigned)i * 77;
    for (int j = 0; j < N; j++)
      l[i][j] = (unsigned)(i * 31 + j * 17 + (i == j) * 1000);
  }
  forwards(N, l, x, b);
  printf("%u\n", hash(1));
  factor(N, l);
  printf("%u\n", hash(2));
  halves(N, l);
  printf("%u\n", hash(3));
  forwards(0, l, x, b);
  factor(1, l);
  backwards(N, l, x);
  printf("%u\n", hash(4));
}
