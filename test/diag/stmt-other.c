// A statement there is no loop tree for.
// COVERS: STMT_OTHER
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int m, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    typedef int t[m]; // expected-warning{{statement loft does not know: 'typedef int t[m];'}}
    x[i] = i;
  }
}
