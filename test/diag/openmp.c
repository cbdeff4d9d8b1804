// OpenMP inside an annotated statement.
// COVERS: OPENMP
// RUN: %clang -fopenmp -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
#pragma omp critical // expected-warning{{OpenMP construct inside the annotated statement}}
    x[i] = i;
  }
}
