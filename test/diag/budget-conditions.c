// A chain of conditions, each read under all before it: that is quadratic, and
// ends with the region's steps rather than with the memory.
// COVERS: BUDGET
// RUN: prlimit --cpu=30 %clang -fbracket-depth=9999 -fsyntax-only -Xclang -verify %s
#define W1(k) &&y[i + k] > k
#define W5(k) W1(k) W1(k + 1) W1(k + 2) W1(k + 3) W1(k + 4)
#define W25(k) W5(k) W5(k + 5) W5(k + 10) W5(k + 15) W5(k + 20)
#define W125(k) W25(k) W25(k + 25) W25(k + 50) W25(k + 75) W25(k + 100)
void f(int n, int *restrict x, const int *restrict y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = n W125(0) W125(125) W125(250); // expected-warning{{too large to analyse}}
}
