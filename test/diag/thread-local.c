// A thread-local variable.
// COVERS: THREAD_LOCAL
// RUN: %clang -fsyntax-only -Xclang -verify %s
_Thread_local int t;
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = t; // expected-warning{{'t' is thread-local}}
}
