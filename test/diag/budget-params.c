// Two hundred parameters in one subscript: sets of so many comparisons use up the
// region's steps, and the loop is given up instead of taking minutes.
// COVERS: BUDGET
// RUN: prlimit --cpu=30 %clang -fsyntax-only -Xclang -verify %s
#define TEN(X, p) X(p##0) X(p##1) X(p##2) X(p##3) X(p##4) X(p##5) X(p##6) X(p##7) X(p##8) X(p##9)
#define ALL(X) TEN(X, a) TEN(X, b) TEN(X, c) TEN(X, d) TEN(X, e) TEN(X, f) TEN(X, g) TEN(X, h) TEN(X, k) TEN(X, l) \
  TEN(X, o) TEN(X, p) TEN(X, q) TEN(X, r) TEN(X, s) TEN(X, t) TEN(X, u) TEN(X, v) TEN(X, w) TEN(X, z)
#define DECLARE(p) int p,
#define ADD(p) +p *i
void f(ALL(DECLARE) int n, int m, int *restrict x, const int *restrict y) {
#pragma loft                  // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) // expected-warning{{too large to analyse}}
    for (int j = 0; j < m; j++) // expected-note{{here too}}
      x[0 ALL(ADD) + j] = y[i];
}
