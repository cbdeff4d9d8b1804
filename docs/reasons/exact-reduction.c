// Adding floats in another order gives other rounding errors, and exact
// forbids that.
double f(int n, const double *x) {
  double s = 0;
#pragma loft exact
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
// -- instead
double f(int n, const double *x) {
  double s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
