// Two unrelated addresses compared.
// COVERS: POINTER_COMPARE
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int *x, int *end) {
#pragma loft // expected-note{{by this pragma}}
  for (int *p = x; p < end; p++) // expected-warning{{comparison of addresses}}
    *p = 1;
}
