// There is nothing in the statement that could run at the same time. The pragma
// belongs to the loops around it, or inside.
void f(int n, int *x) {
  for (int i = 0; i < n; i++)
#pragma loft region
  {
    x[i] = 1;
    x[i + n] = 2;
  }
}
// -- instead
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    x[i] = 1;
    x[i + n] = 2;
  }
}
