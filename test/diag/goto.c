// goto back, and into other braces.
// COVERS: GOTO
// RUN: %clang -fsyntax-only -Xclang -verify %s
void back(int n, int *x) {
#pragma loft // expected-note {{by this pragma}}
  for (int i = 0; i < n; i++) {
  again:
    if (--x[i] > 3)
      goto again; // expected-warning{{goto 'again' goes back, or into other braces}}
  }
}
void into(int n, int *x) {
#pragma loft // expected-note {{by this pragma}}
  for (int i = 0; i < n; i++) {
    if (x[i] > 3)
      goto inside; // expected-warning{{goto 'inside' goes back}}
    if (x[i] < 2) {
      x[i]++;
    inside:
      x[i]++;
    }
  }
}
