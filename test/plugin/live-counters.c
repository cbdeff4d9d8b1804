// Counters declared at the head of the function, as old C does: nobody reads
// them after the loops, so what they end with is not computed, and the nests are
// the maps that they are with counters of their own.
// RUN: %clang -fplugin-arg-loft-remarks -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK: remark: lifted to map 2d of sequential reduce add;
void product(int n, const double *a, const double *b, double *c) {
  int i, j, k;
#pragma loft exact
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      c[i * n + j] = 0;
      for (k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}
// CHECK: remark: lifted to loop of (map 2d + map);
void steps(int n, int t, int *a, int *b) {
  int i, j, s, left;
#pragma loft
  for (s = 0; s < t; s++) {
    for (i = 1; i < n; i++)
      for (j = 0; j < i; j++) {
        left = a[i * n + j];
        b[i * n + j] = left + s;
      }
    for (i = 0; i < n * n; i++)
      a[i] = b[i] / 2;
  }
}
// A region for nothing is what it is all the same.
// CHECK: remark: lifted to reduce add;
void nothing(int n, const int *a) {
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += a[i];
}
