// Excess precision, as -ffp-eval-method asks for, is not reproduced.
// COVERS: EVAL_METHOD
// RUN: %clang -ffp-eval-method=double -fsyntax-only -Xclang -verify %s
void f(int n, float *x) {
#pragma loft // expected-warning{{floating point is computed with excess precision}}
  for (int i = 0; i < n; i++)
    x[i] = 2 * x[i];
}
