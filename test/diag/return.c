// return out of the annotated loop.
// COVERS: RETURN
// RUN: %clang -fsyntax-only -Xclang -verify %s
int f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    if (x[i])
      return i; // expected-warning{{return out of the annotated statement; set a flag}}
  return -1;
}
