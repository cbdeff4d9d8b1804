// A string literal indexed in place.
// COVERS: STRING_LITERAL
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, char *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = "0123456789abcdef"[i & 15]; // expected-warning{{string literal used as a value}}
}
