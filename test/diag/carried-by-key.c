// A scalar that iterations hand on beside sums by key keeps a nest as it is.
// COVERS: LOOP_CARRIED_SCALAR
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, double *restrict sums, const double *restrict x, unsigned *out) {
  unsigned s = 2;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      if (x[i + j] != -8)
        s = s / 3 + (unsigned)j; // expected-warning{{'s' carries a value}}
      sums[(j * 5) % 12] *= s;
    }
  *out = s;
}
