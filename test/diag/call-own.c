// A function of the program's own with the name of a function of the C library:
// clang calls that or computes what the library would, at another level of
// optimisation the other. Without builtins, or with a symbol of its own, it is
// a function like any other.
// COVERS: CALL_OWN
// RUN: %clang -fsyntax-only -Xclang -verify %s
// RUN: %clang -fsyntax-only -fno-builtin -Werror %s
static int abs(int x) { return x / 3; }
double fabs(double x) { return x + 1; }
float cosf(float) __asm__("my_cosine");
float cosf(float x) { return x / 2; }
void f(int n, int *x, double *y, float *z) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = abs(x[i]); // expected-warning{{call to 'abs', which is defined here}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    y[i] = fabs(y[i]); // expected-warning{{call to 'fabs', which is defined}}
#pragma loft
  for (int i = 0; i < n; i++)
    z[i] = cosf(z[i]);
}
