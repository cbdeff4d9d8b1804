// Inline assembly.
// COVERS: ASM
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    __asm__("" : "+r"(x[i])); // expected-warning{{inline assembly}}
}
