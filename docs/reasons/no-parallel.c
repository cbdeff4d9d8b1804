// There is nothing in the statement that could run at the same time.
void f(int *x) {
#pragma loft region
  {
    x[0] = 1;
  }
}
// -- instead
void f(int n, int *x) {
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      x[i] = 1;
  }
}
