// Places that are multiples of different sizes may be the same, for some sizes, and
// nothing tells which iteration would be the earlier one. Here they are not: a
// copy says so, which is right wherever old values are meant.
void f(int n, int m, int *y, const int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i * m] = y[(i + 3) * n] + x[i];
}
// -- instead
void f(int n, int m, int *y, const int *x) {
  int old[64];
  for (int i = 0; i < n; i++)
    old[i] = y[(i + 3) * n];
#pragma loft
  for (int i = 0; i < n; i++)
    y[i * m] = old[i] + x[i];
}
