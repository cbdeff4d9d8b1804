// goto back, into other braces, and out of the annotated statement where that is
// left otherwise, too.
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
#pragma loft // expected-note 2 {{by this pragma}}
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      goto end; // expected-warning{{goto 'end' goes back}}
    else if (x[i] < 0)
      goto low; // expected-warning{{goto 'low' goes back}}
  x[0] = 1;
low:
  x[1] = 2;
end:
  return x[0];
}
int out_or_return(int n, int *x) {
#pragma loft // expected-note {{by this pragma}}
  for (int i = 0; i < n; i++) {
    if (x[i] > 3)
      goto end; // expected-warning{{goto 'end' goes back, into other braces or out of the annotated statement, which is left otherwise, too}}
    if (x[i] < 0)
      return 4;
  }
  x[0] = 1;
end:
  return x[0];
}
