// What some iteration of an inner loop sets is in the range of that; no pass over
// the data that decides is made.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=footprint 2>&1 \
// RUN:   | FileCheck %s
// CHECK: func @f_footprint
// CHECK-NOT: reduce
// CHECK: return
// CHECK-NOT: estimate
void f(int n, int m, const float *x, const float *w, float *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int at = 0;
    float least = 1e9f;
    for (int k = 0; k < m; k++)
      if (x[i] * w[k] < least) {
        least = x[i] * w[k];
        at = k;
      }
    y[i] = w[at];
  }
}
