// The loop is lifted, with another operator than was expected.
int f(int n, const int *x) {
  int s = 0;
#pragma loft reduce(max : s)
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
// -- instead
int f(int n, const int *x) {
  int s = 0;
#pragma loft reduce(+ : s)
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
