// The pragma names another operator than the loop uses.
// COVERS: KIND_OPERATOR
// RUN: %clang -fplugin-arg-loft-remarks -fsyntax-only -Xclang -verify %s
int f(int n, int *x) {
  int s = 0;
#pragma loft reduce(max : s) // expected-warning{{'s' is not reduced by the operator the pragma names}} expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) // expected-remark{{lifted to reduce add}}
    s += x[i];
  return s;
}
