// Sorted rows that are walked together, as far as both go: triangles of a graph,
// products of sparse rows.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t cpu
// CHECK-NOT: warning
#include <stdio.h>

#define FN __attribute__((noinline)) static
enum { N = 300, DEG = 9 };
static int ptr[N + 1], col[N * DEG];
static double val[N * DEG], out[N];

FN long
triangles(int n, const int *ends, const int *to) {
  long t = 0;
#pragma loft
  for (int u = 0; u < n; u++)
    for (int a = ends[u]; a < ends[u + 1]; a++) {
      int v = to[a];
      if (v <= u)
        continue;
      int i = ends[u], j = ends[v];
      while (i < ends[u + 1] && j < ends[v + 1]) {
        if (to[i] < to[j]) {
          i++;
        } else if (to[i] > to[j]) {
          j++;
        } else {
          t += to[i] > v;
          i++;
          j++;
        }
      }
    }
  return t;
}

FN void
products(int n, const int *ends, const int *to, const double *x, double *y) {
#pragma loft
  for (int u = 0; u + 1 < n; u++) {
    int i = ends[u], ie = ends[u + 1], j = ends[u + 1], je = ends[u + 2];
    double s = 0;
    while (i < ie && j < je) {
      if (to[i] == to[j])
        s += x[i++] * x[j++];
      else if (to[i] < to[j])
        i++;
      else
        j++;
    }
    y[u] = s;
  }
}

int
main(void) {
  for (int u = 0, at = 0; u < N; u++) {
    ptr[u] = at;
    int d = u % 5 == 3 ? 0 : 1 + u * 7 % DEG, v = u * 13 % 17;
    for (int k = 0; k < d && v < N; k++, v += 1 + (u * 31 + k * 17) % 50) {
      val[at] = u - 0.25 * k;
      col[at++] = v;
    }
    ptr[u + 1] = at;
  }
  for (int n = 0; n <= N; n += 60) {
    long t = triangles(n, ptr, col);
    double sum = 0;
    products(n, ptr, col, val, out);
    for (int i = 0; i < N; i++)
      sum = sum * 0.75 + out[i];
    printf("%d %ld %a\n", n, t, sum);
  }
  return 0;
}
