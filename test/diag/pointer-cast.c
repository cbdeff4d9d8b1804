// An array of structures as one of numbers.
// COVERS: POINTER_CAST
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct pair {
  int key;
  double value;
};
void f(int n, struct pair *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i].value += ((double *)x)[2 * i + 1]; // expected-warning{{'x' is read or written as another type than it was before}}
}
