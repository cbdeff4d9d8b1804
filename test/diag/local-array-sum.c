// Local arrays that together are more than the stack of a thread may hold.
// COVERS: LOCAL_ARRAY_SIZE
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int t[1 << 15];
    int u[1 << 15];
    int v[1]; // expected-warning{{the local array 'v' is too large}}
    t[i] = u[i] = v[0] = 1;
    x[i] = t[i];
  }
}
