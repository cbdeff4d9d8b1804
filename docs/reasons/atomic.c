// Other threads may look at an atomic variable at any time, in an order that
// lifted code would not keep.
_Atomic int total;
int f(int n, const int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    total += x[i];
  return total;
}
// -- instead
_Atomic int total;
int f(int n, const int *x) {
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i];
  total += s;
  return total;
}
