// How many iterations there are must be known before the first one runs.
int f(int n, int *x) {
  int i = 0;
#pragma loft
  while (x[i] > 0 && i < n) {
    x[i] = 1;
    i++;
  }
  return i;
}
// -- instead
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      x[i] = 1;
}
