// The loop is lifted, to something else than was expected.
void f(int n, int *x) {
#pragma loft reduce
  for (int i = 0; i < n; i++)
    x[i] = i;
}
// -- instead
void f(int n, int *x) {
#pragma loft map
  for (int i = 0; i < n; i++)
    x[i] = i;
}
