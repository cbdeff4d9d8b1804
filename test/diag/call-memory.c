// Memory management inside the loop.
// COVERS: CALL_MEMORY
// RUN: %clang -fsyntax-only -Xclang -verify %s
void free(void *);
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    free(x); // expected-warning{{call to 'free' manages memory}}
}
