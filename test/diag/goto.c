// goto back, into other braces, and out of the annotated statement.
// COVERS: GOTO
// RUN: %clang -fsyntax-only -Xclang -verify %s
void back(int n, int *x) {
#pragma loft // expected-note {{by this pragma}}
  for (int i = 0; i < n; i++) {
  again:
    if (--x[i] > 3)
      goto again; // expected-warning{{goto 'again' goes back, into other braces or out of the annotated statement}}
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
int out(int n, int *x) {
#pragma loft // expected-note {{by this pragma}}
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      goto end; // expected-warning{{goto 'end' goes back}}
  x[0] = 1;
end:
  return x[0];
}
