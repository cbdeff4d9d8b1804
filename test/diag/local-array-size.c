// A huge local array.
// COVERS: LOCAL_ARRAY_SIZE
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int t[1 << 25]; // expected-warning{{the local array 't' is too large}}
    t[i] = 1;
    x[i] = t[i];
  }
}
