// A reduction may be split into parts only with an operator whose parts can
// be put together again.
int f(int n, const int *x) {
  int s = 0;
#pragma loft reduce(- : s)
  for (int i = 0; i < n; i++)
    s -= x[i];
  return s;
}
// -- instead
int f(int n, const int *x) {
  int s = 0;
#pragma loft reduce(+ : s)
  for (int i = 0; i < n; i++)
    s += x[i];
  return -s;
}
