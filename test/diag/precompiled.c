// A loop in a precompiled header stays; the header still works.
// COVERS: PRECOMPILED
// RUN: %clang -x c-header -Xclang -verify %s -o %t.pch
// RUN: echo 'int main(void) { int x[3]; f(3, x); return x[2]; }' > %t.c
// RUN: %clang -include-pch %t.pch %t.c -o %t && not %t
static void f(int n, int *x) {
#pragma loft // expected-warning{{it is in a precompiled header or module}}
  for (int i = 0; i < n; i++)
    x[i] = i;
}
