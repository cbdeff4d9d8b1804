// Adding floats in another order gives other rounding errors, and exact
// forbids that; a loop that adds up in order and nothing else has nothing to
// run at once. What else the loop does has, in a loop of its own: with both in
// a `#pragma loft region exact`, the other one runs in parallel, and then this
// one in order.
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
