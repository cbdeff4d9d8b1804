// Loops of which each result follows from the bounds.
// COVERS: NO_ITERATION
// RUN: %clang -fsyntax-only -Xclang -verify %s
int f(int n) {
  int k = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) // expected-warning{{all that it computes is a formula of what was there before, so that nothing is left to iterate; drop the pragma}}
    k += 3;
  return k;
}
int g(int n) {
  _Bool b = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) // expected-warning{{all that it computes is a formula}}
    b++;
  return b;
}
