// Rows of floats whose lengths are data are said to be folded in pieces, those
// of a known length in order.
// RUN: %clang -fsyntax-only -fplugin-arg-loft-remarks %s 2>&1 | FileCheck %s
// CHECK: lifted to map of sequential reduce add; {{.*}} each adds up in pieces of 256
void rows(int n, const int *start, const double *v, double *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = start[i]; k < start[i + 1]; k++)
      s += v[k];
    y[i] = s;
  }
}
// CHECK: lifted to map of sequential reduce add; {{.*}} each adds up in order
void matrix(int n, int m, const double *v, double *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = 0; k < m; k++)
      s += v[i * m + k];
    y[i] = s;
  }
}
