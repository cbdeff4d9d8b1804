// All that the loop sets are variables of its own, so that there is nothing to
// run: the compiler drops it as well.
int f(int n, const int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int s = 0;
    s += x[i];
  }
  return n;
}
// -- instead
int f(int n, const int *x) {
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i];
  return s - s + n;
}
