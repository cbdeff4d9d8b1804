// Far more code than loft analyses.
// COVERS: BUDGET
// RUN: %clang -fsyntax-only -Xclang -verify %s
#define M0 x[i]++;
#define M1 M0 M0 M0 M0
#define M2 M1 M1 M1 M1
#define M3 M2 M2 M2 M2
#define M4 M3 M3 M3 M3
#define M5 M4 M4 M4 M4
#define M6 M5 M5 M5 M5
#define M7 M6 M6 M6 M6
#define M8 M7 M7 M7 M7
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    M8 // expected-warning{{it is too large to analyse}}
  }
}
