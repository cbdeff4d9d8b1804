// Several elements a known distance apart are scalars of the loop, each with
// its own sum; the array is not carried.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s
struct v {
  double x, y;
};
void f(int n, int m, struct v *p, const double *a) {
#pragma loft
  for (int i = 0; i < n; i++) {
    p[i].x = 0;
    for (int j = 0; j < m; j++) {
      p[i].x += a[j];
      p[i].y -= a[j];
    }
  }
}

// CHECK:      func @f(
// CHECK:        map (%i <
// CHECK:          reduce (%j < {{.*}}) [add {{%.*}}, add {{%.*}}] {
// CHECK-NOT:        update
// CHECK:            yield
