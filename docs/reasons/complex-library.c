// A quotient of complex numbers is computed by the library that comes with the
// compiler, and libgcc's differs from compiler-rt's. By the formula, which overflows
// earlier, it is the same everywhere; so are a product and a quotient by a
// real number.
void f(int n, double _Complex *x, const double _Complex *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] /= y[i];
}
// -- instead
void f(int n, double _Complex *x, const double _Complex *y) {
#pragma STDC CX_LIMITED_RANGE ON
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] /= y[i];
}
