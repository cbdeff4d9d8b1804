// Buffers that change places, used by an older name as well.
// COVERS: POINTER_SWAP
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x, int *y) {
  int *p = x, *q = y;
#pragma loft region // expected-note{{by this pragma}}
  {
    int *a = p, *b = q;
    for (int t = 0; t < 9; t++) { // expected-warning{{the arrays behind 'p' change places in a way loft cannot follow}}
      for (int i = 0; i < n; i++)
        b[i] = a[i] + p[0];
      int *c = a;
      a = b;
      b = c;
    }
  }
}
