// A sum that is rounded to 16 bits in each iteration.
// COVERS: CARRIED_HALF
// RUN: %clang -fsyntax-only -Xclang -verify %s
_Float16 f(int n, const _Float16 *x) {
  _Float16 s = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    s += x[i]; // expected-warning{{'s', a float of 16 bits, is rounded to these in each iteration, and goes on into the next; keep it in a float}}
  return s;
}
