// A statement expression that the function returns from.
// COVERS: STMT_EXPR
// RUN: %clang -fsyntax-only -Xclang -verify %s
int f(int n, const int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    if (({ if (x[i] == 7) return i; x[i] > 9; })) // expected-warning{{statement expression}}
      return -i;
  return 0;
}
