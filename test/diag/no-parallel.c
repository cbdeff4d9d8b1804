// A region without any loop.
// COVERS: NO_PARALLEL
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int *x) {
#pragma loft region // expected-note{{by this pragma}}
  {                   // expected-warning{{no iteration of it is independent of the others}}
    x[0] = 1;
  }
}
