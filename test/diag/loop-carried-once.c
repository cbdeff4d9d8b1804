// A subscript with a row length that is a parameter is linear: the reason is
// the dependence, and it is given once for both loops.
// COVERS: WAVEFRONT
// RUN: %clang -fsyntax-only -Xclang -verify %s
void seidel(int n, double *a) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      a[i * n + j] = a[(i - 1) * n + j] / a[i * n + j - 1]; // expected-warning{{what earlier ones of both its loops wrote in 'a'}}
}
