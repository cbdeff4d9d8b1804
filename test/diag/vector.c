// Vector types.
// COVERS: VECTOR
// RUN: %clang -fsyntax-only -Xclang -verify %s
typedef float v4 __attribute__((vector_size(16)));
void f(int n, v4 *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] += x[i]; // expected-warning{{has a vector type}}
}
