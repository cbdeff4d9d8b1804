// Rows that loops walk along otherwise than element by element up to a zero.
// RUN: %clang -fsyntax-only -Xclang -verify %s
void other_end(char **w, int n, int *out) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (w[i][k] != '.') // expected-warning{{LOFT163}}
      k++;
    out[i] = k;
  }
}
void by_two(char **w, int n, int *out) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (w[i][k]) // expected-warning{{LOFT163}}
      k += 2;
    out[i] = k;
  }
}
void ahead(char **w, int n, int *out) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (w[i][k] && w[i][k + 1] != w[i][k + 2]) // expected-warning{{LOFT163}}
      k++;
    out[i] = k;
  }
}
void other_row(char **w, int n, int *out) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int k = 0; w[i][k]; k++) // expected-warning{{LOFT163}}
      s += w[n - i][k];
    out[i] = s;
  }
}
void from_second(char **w, int n, int *out) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int k = 1;
    while (w[i][k]) // expected-warning{{LOFT163}}
      k++;
    out[i] = k;
  }
}
