// A call that leaves the loop.
// COVERS: CALL_CONTROL
// RUN: %clang -fsyntax-only -Xclang -verify %s
void abort(void);
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    if (x[i] < 0)
      abort(); // expected-warning{{call to 'abort' leaves the loop}}
    else
      x[i]++;
}
