// Two unrelated addresses compared.
// COVERS: POINTER_COMPARE
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int *x, int *end) {
#pragma loft // expected-note{{by this pragma}}
  for (int *p = x; p < end; p++) // expected-warning{{comparison of addresses: 'p < end'}}
    *p = 1;
}

void g(int n, int *x, int *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    if (x + (n >> 1) - -i == y) // expected-warning{{comparison of addresses: '((x + (n >> 1)) - -i) == y'}}
      x[i] = 1;
}
