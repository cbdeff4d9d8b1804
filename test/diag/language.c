// In C++ nothing is lifted, and that is said.
// COVERS: LANGUAGE
// RUN: %clang -x c++ -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
#pragma loft // expected-warning{{loft lifts C, not C++ or Objective-C; move the loop to a C file [LOFT105]}}
  for (int i = 0; i < n; i++)
    x[i] = i;
}
