// Complex arithmetic has rules of its own for infinities and NaN that are not
// lifted.
void f(int n, double _Complex *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
// -- instead
void f(int n, double *re, double *im) {
#pragma loft
  for (int i = 0; i < n; i++) {
    re[i] *= 2;
    im[i] *= 2;
  }
}
