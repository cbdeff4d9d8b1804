// A function that is defined behind the loop is not visible in it: the fix is
// the place of the definition.
// RUN: %clang -fsyntax-only -Xclang -verify %s
static int twice(int x);
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = twice(x[i]); // expected-warning{{call to 'twice', whose body is not visible here; define it before the loop, above in this file}}
}
static int twice(int x) { return 2 * x; }
