// Arrays of pointers scatter their rows over memory; they would have to be
// found and brought one by one.
void f(int n, int m, int **x) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i][j] = i;
}
// -- instead
void f(int n, int m, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i * m + j] = i;
}
