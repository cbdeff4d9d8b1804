// Of strides that nothing relates, each may be the coarser one: the guard asks
// for either.
// COVERS: strides-loose strides-loose_back
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s

// CHECK-LABEL: func @rows(
// CHECK: map (%j < %
// CHECK: func @rows_guard(
// CHECK: or %and{{[0-9]*}}, %and
void rows(int m, int n, int s, int t, float *y) {
#pragma loft
  for (int j = 0; j < m; j++)
    for (int k = 0; k < n; k++)
      y[j * t + k * s] = j;
}

// Places with one stride may also be apart.
// CHECK-LABEL: func @planes(
// CHECK: map (%k < %
// CHECK: func @planes_guard(
// CHECK-DAG: le %{{.*}}, %
// CHECK-DAG: or %
void planes(int n, int s, int t, float *y) {
#pragma loft
  for (int k = 0; k < n; k++) {
    y[k * s] = k;
    y[k * s + t] = -k;
  }
}

// An iteration that reads the row before stays behind that, whatever the sizes.
// CHECK-LABEL: func @chained(
// CHECK: map (%j < %
// CHECK: loop (%k < %
void chained(int m, int n, int s, int t, float *y) {
#pragma loft
  for (int j = 0; j < m; j++)
    for (int k = 0; k < n; k++)
      y[j * t + (k + 1) * s] = y[j * t + k * s] / 2;
}
