// An address stored in memory.
// COVERS: POINTER_ESCAPE
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x, int **p) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    p[i] = x + i; // expected-warning{{the address 'p[i]' is stored in memory}}
}
