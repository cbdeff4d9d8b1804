// No GPU computes in long double, and its width differs between machines.
void f(int n, double *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 2.0L;
}
// -- instead
void f(int n, double *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 2.0;
}
