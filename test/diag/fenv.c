// Arithmetic under FENV_ACCESS or -frounding-math is not plain IEEE.
// COVERS: FENV
// RUN: %clang -fsyntax-only -Xclang -verify %s
// RUN: not %clang -frounding-math -fsyntax-only -Werror %s 2>&1 | FileCheck %s
// CHECK: error: {{.*}}'x[i] * 2' is computed in a floating environment of its own
void g(int n, float *x);
void f(int n, float *x) {
#pragma STDC FENV_ACCESS ON
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 2; // expected-warning{{'x[i] * 2' is computed in a floating environment of its own}}
}
// What is no floating number may be computed from some.
long lrint(double);
void h(int n, int *k, long *l, const float *x, const double *y) {
#pragma STDC FENV_ACCESS ON
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    k[i] += x[i]; // expected-warning{{'k[i] += x[i]' is computed in a floating environment of its own}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    l[i] = lrint(y[i]); // expected-warning{{'lrint(y[i])' is computed in a floating environment of its own}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    k[i] = x[i] < 1; // expected-warning{{'x[i] < 1' is computed in a floating environment of its own}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    k[i] = (int)x[i]; // expected-warning{{'(int)x[i]' is computed in a floating environment of its own}}
}
