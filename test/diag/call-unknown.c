// A call of a function without visible body.
// COVERS: CALL_UNKNOWN
// RUN: %clang -fsyntax-only -Xclang -verify %s
int g(int);
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = g(i); // expected-warning{{call to 'g', whose body is not visible here; define it before the loop, above in this file or in a header}}
}
