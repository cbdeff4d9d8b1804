// An expression there is no loop tree for.
// COVERS: EXPR_OTHER
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x, __builtin_va_list ap) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = __builtin_va_arg(ap, int); // expected-warning{{expression loft does not know}}
}
