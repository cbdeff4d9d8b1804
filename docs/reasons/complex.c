// Numbers are float and double on every device, so are the parts of complex ones.
void f(int n, double _Complex *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    long double _Complex z = x[i];
    x[i] = z * z;
  }
}
// -- instead
void f(int n, double _Complex *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    double _Complex z = x[i];
    x[i] = z * z;
  }
}
