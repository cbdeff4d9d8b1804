// The loop is lifted, to something else than was expected.
int f(int n, const int *x) {
  int s = 0;
#pragma loft map
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
// -- instead
int f(int n, const int *x) {
  int s = 0;
#pragma loft reduce
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
