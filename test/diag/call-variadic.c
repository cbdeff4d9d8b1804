// A call of a function with variable arguments.
// COVERS: CALL_VARIADIC
// RUN: %clang -fsyntax-only -Xclang -verify %s
static int g(int a, ...) { return a; }
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = g(i, 2, 3); // expected-warning{{call to 'g', which takes a variable number of arguments}}
}
