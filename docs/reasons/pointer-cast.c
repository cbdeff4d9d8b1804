// An array on a device has one element type.
void f(int n, float *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += ((int *)x)[i];
}
// -- instead
void f(int n, float *x, const int *k) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += k[i];
}
