// How far two pointers are apart is not known where they may point into
// different arrays.
void f(int n, int *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (x + i != y)
      x[i] = y[1];
}
// -- instead
void f(int n, int *x, int *y) {
  int at = -1;
  for (int i = 0; i < n; i++)
    if (x + i == y)
      at = i;
#pragma loft
  for (int i = 0; i < n; i++)
    if (i != at)
      x[i] = y[1];
}
