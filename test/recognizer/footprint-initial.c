// Places that are read where the region stores other elements: the footprint
// reads them as they are at the start, by a guard that the stores are elsewhere.
// RUN: %clang -fplugin-arg-loft-emit=footprint -fplugin-arg-loft-emit-to=%t.fp -fsyntax-only -Xclang -verify %s
// RUN: FileCheck %s < %t.fp
void f(int n, float *v, int *at, int m, int frames, int t) {
#pragma loft
  for (int i = 0; i < n; i++) {
    v[i * m + at[i * frames + t - 1]] = 1;
    float s = 0;
    for (int k = 0; k < m; k++)
      s += v[i * m + k];
    at[i * frames + t] = s;
  }
}
// CHECK-LABEL: func @f_footprint(
// CHECK:         index %at, %
// The iteration before has stored it.
void before(int n, float *v, int *at, int m) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 1; i < n; i++) {
    v[i * m + at[i - 1]] = 1; // expected-warning{{LOFT161}}
    float s = 0;
    for (int k = 0; k < m; k++)
      s += v[i * m + k];
    at[i] = s;
  }
}
