// A double that long doubles are added to is folded in long double, and rounded
// once.
// COVERS: REDUCE
// RUN: %clang -c %s -o /dev/null -fplugin-arg-loft-emit=soac 2>&1 | FileCheck %s
// CHECK: %[[S:.*]]: f80 = reduce (%{{.*}}) [add
// CHECK: convert %[[S]]
double f(int n, const long double *x) {
  double s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
