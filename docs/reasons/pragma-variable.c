// A clause names a variable that the loop does not use.
int f(int n, const int *x) {
  int s = 0, t = 0;
#pragma loft reduce(+ : t)
  for (int i = 0; i < n; i++)
    s += x[i];
  return s + t;
}
// -- instead
int f(int n, const int *x) {
  int s = 0, t = 0;
#pragma loft reduce(+ : s)
  for (int i = 0; i < n; i++)
    s += x[i];
  return s + t;
}
