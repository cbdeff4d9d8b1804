// Local arrays that change places within an iteration: kernels hold no handles
// of arrays, so that the iterations run in order.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: warning
#include <stdio.h>

enum { N = 20, STEPS = 5 };
static int x[N][4], y[N];

// Element 0 of the row after m steps; *next gets element 1.
static inline int
stepped(int m, const int *row, int *next) {
  int a[4], b[4];
  int *p = a, *r = b;
  for (int j = 0; j < 4; j++)
    p[j] = row[j];
  for (int k = 0; k < m; k++) {
    for (int j = 0; j < 4; j++)
      r[j] = p[(j + 1) % 4] - p[j];
    int *t = p;
    p = r;
    r = t;
  }
  *next = p[1];
  return p[0];
}

static int
steps(int n, int m, int (*from)[4], int *to) {
  int all = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    int next;
    to[i] = stepped(m, from[i], &next);
    all += next;
  }
  return all;
}

// The same without an array of results.
static int
sum(int n, int m, int (*from)[4]) {
  int all = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    int next;
    stepped(m, from[i], &next);
    all += next;
  }
  return all;
}

int
main(void) {
  for (int i = 0; i < 4 * N; i++)
    x[i / 4][i % 4] = i * 7 % 11;
  printf("%d %d\n", steps(N, STEPS, x, y), sum(N, STEPS + 1, x));
  for (int i = 0; i < N; i++)
    printf("%d\n", y[i]);
}
