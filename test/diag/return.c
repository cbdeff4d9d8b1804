// return of what a lifted loop cannot give back: a structure, a null pointer.
// COVERS: RETURN
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct pair {
  int at, value;
} pairs[10];
struct pair f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    if (x[i])
      return pairs[i]; // expected-warning{{return of what a lifted loop cannot give back; set a flag}}
  return pairs[0];
}
int *g(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    if (x[i] == 3)
      return x + i;
    if (x[i] < 0)
      return 0; // expected-warning{{return of what a lifted loop cannot give back; set a flag}}
  }
  return x;
}
