// Output from inside the loop.
// COVERS: CALL_IO
// RUN: %clang -fsyntax-only -Xclang -verify %s
int printf(const char *, ...);
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    printf("%d", x[i]); // expected-warning{{call to 'printf' reads or writes files}}
}
