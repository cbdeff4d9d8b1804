// OpenMP inside an annotated statement, and before its loop: in front of loft's
// pragma or behind it.
// COVERS: OPENMP
// RUN: %clang -fopenmp -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
#pragma omp critical // expected-warning{{an OpenMP construct is before or inside the annotated statement}}
    x[i] = i;
  }
#pragma loft // expected-note{{by this pragma}}
#pragma omp parallel for // expected-warning{{use one of the two pragmas}}
  for (int i = 0; i < n; i++)
    x[i] = i;
#pragma omp parallel for
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) // expected-warning{{use one of the two pragmas}}
    x[i] = i;
#pragma omp simd
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) // expected-warning{{use one of the two pragmas}}
    x[i] = i;
#pragma loft map // expected-note{{by this pragma}}
#pragma omp target teams distribute parallel for simd // expected-warning{{use}}
  for (int i = 0; i < n; i++)
    x[i] = i;
#pragma omp tile sizes(4)
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) // expected-warning{{use one of the two pragmas}}
    x[i] = i;
  _Pragma("loft") // expected-note{{by this pragma}}
  _Pragma("omp for") // expected-warning{{use one of the two pragmas}}
  for (int i = 0; i < n; i++)
    x[i] = i;
}
