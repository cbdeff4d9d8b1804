// Numbers are float and double on every device, so are the parts of complex ones.
void f(int n, long double _Complex *z) {
#pragma loft
  for (int i = 0; i < n; i++)
    z[i] *= 2;
}
// -- instead
void f(int n, double _Complex *z) {
#pragma loft
  for (int i = 0; i < n; i++)
    z[i] *= 2;
}
