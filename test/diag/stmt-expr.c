// A statement expression.
// COVERS: STMT_EXPR
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = ({ int t = i; t * 2; }); // expected-warning{{statement expression}}
}
