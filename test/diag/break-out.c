// break of a loop around the annotated statement.
// COVERS: BREAK_OUT
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
  while (n--) {
#pragma loft region // expected-note{{by this pragma}}
    {
      for (int i = 0; i < n; i++)
        x[i] = i;
      if (n == 3)
        break; // expected-warning{{'break' leaves the annotated statement}}
    }
  }
}
