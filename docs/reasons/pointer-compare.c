// Whether a pointer is null is known only when the program runs, and how far
// two are apart not at all for different arrays.
void f(int n, int *x, const int *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = y ? y[i] : 3;
}
// -- instead
void f(int n, int *x, const int *y) {
  if (!y)
    return;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = y[i];
}
