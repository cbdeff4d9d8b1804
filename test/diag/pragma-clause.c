// The parts of a reduce clause, each reported where it stands.
// COVERS: PRAGMA_OPERATOR PRAGMA_SYNTAX PRAGMA_VARIABLE
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
  int s = 0, t = 0;
#pragma loft reduce(-: s) // expected-warning{{'-' is no operator of a reduction}}
  for (int i = 0; i < n; i++)
    s += x[i];
#pragma loft reduce(+ s) // expected-warning{{'s' is not expected here; write reduce(op: variable, variable), combine(function: variable), keep(array, array) or assume(condition) [LOFT103]}}
  for (int i = 0; i < n; i++)
    s += x[i];
#pragma loft reduce(+: s // expected-warning{{'end of line' is not expected here}}
  for (int i = 0; i < n; i++)
    s += x[i];
#pragma loft reduce(+: 3) // expected-warning{{'3' is not expected here}}
  for (int i = 0; i < n; i++)
    s += x[i];
#pragma loft reduce(+: s, t) // expected-warning{{'t' is not a variable of this loop}}
  for (int i = 0; i < n; i++)
    s += x[i];
}
