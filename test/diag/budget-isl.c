// Conditions that isl would need hours for: each question to it may take so
// many steps, and so may all questions of a region.
// COVERS: BUDGET
// RUN: %clang -fsyntax-only -Xclang -verify %s
#define M1(k) t = (t + k) * t + t / 3;
#define M4(k) M1(k) M1(k + 1) M1(k + 2) M1(k + 3)
#define M16(k) M4(k) M4(k + 4) M4(k + 8) M4(k + 12)
void f(int n, int *restrict y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) { // expected-warning{{it is too large to analyse}}
    int t = n;
    M16(0)
    for (int j = 0; j < t; j++) // expected-note{{here too}}
      y[i] += j;
  }
}
