// A row that goes on behind its 0 has no end that is known.
// RUN: %clang -fsyntax-only %s -Xclang -verify
long sums(int **w, int n) {
  long s = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (w[i][k] || k < 3) {
      s += w[i][k]; // expected-warning{{LOFT163}}
      k++;
    }
  }
  return s;
}

// Nor has one whose end only the type of its subscript bounds.
void ends(int n, const int *len, const int **x, int *y) {
#pragma loft // expected-note{{by this pragma}}
  for (unsigned long i = 0; i < (unsigned long)n; i++) {
    int s = 0;
    for (int j = 0; j < (i + 9 < len[i] ? i + 9 : len[i]); j++)
      s += x[i][j]; // expected-warning{{LOFT163}}
    y[i] = s;
  }
}

// Nor has one whose beginning only the type bounds.
void begins(int n, const int *first, const int **x, int *y) {
#pragma loft // expected-note{{by this pragma}}
  for (unsigned long i = 0; i < (unsigned long)n; i++) {
    int s = 0;
    for (int j = 9; j > (i + 9 > first[i] ? i + 9 : first[i]); j--)
      s += x[i][j]; // expected-warning{{LOFT163}}
    y[i] = s;
  }
}
