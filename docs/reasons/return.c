// The lifted loop is a call; it cannot return from the function around it.
int f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      return 1;
    x[i]++;
  }
  return 0;
}
// -- instead
int f(int n, int *x) {
  int bad = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] < 0)
      bad = 1;
  return bad;
}
