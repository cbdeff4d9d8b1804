// Inside a block or an OpenMP construct variables are not where they seem.
// COVERS: CAPTURED
// RUN: %clang -fblocks -fopenmp -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
  void (^b)(void) = ^{
#pragma loft // expected-note{{the loop was to be lifted by this pragma}}
    for (int i = 0; i < n; i++) // expected-warning{{'the loop' is inside a block or an OpenMP construct}}
      x[i] = i;
  };
  b();
#pragma omp parallel
  {
#pragma loft // expected-note{{by this pragma}}
    for (int i = 0; i < n; i++) // expected-warning{{move the loop into a function of its own [LOFT109]}}
      x[i] = i;
  }
}
