// Local arrays that change places within an iteration: kernels hold no handles
// of arrays, so that the iterations run in order.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: warning
#include <stdio.h>

enum { N = 20, STEPS = 5 };
static int x[N][4], y[N];

static int
steps(int n, int m, int (*from)[4], int *to) {
  int all = 0;
#pragma loft region
  {
    for (int i = 0; i < n; i++) {
      int a[4], b[4];
      int *p = a, *r = b;
      for (int j = 0; j < 4; j++)
        p[j] = from[i][j];
      for (int k = 0; k < m; k++) {
        for (int j = 0; j < 4; j++)
          r[j] = p[(j + 1) % 4] - p[j];
        int *t = p;
        p = r;
        r = t;
      }
      to[i] = p[0];
      all += p[1];
    }
  }
  return all;
}

// The same without an array of results.
static int
sum(int n, int m, int (*from)[4]) {
  int all = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    int a[4], b[4];
    int *p = a, *r = b;
    for (int j = 0; j < 4; j++)
      p[j] = from[i][j];
    for (int k = 0; k < m; k++) {
      for (int j = 0; j < 4; j++)
        r[j] = p[(j + 1) % 4] - p[j];
      int *t = p;
      p = r;
      r = t;
    }
    all += p[1];
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
