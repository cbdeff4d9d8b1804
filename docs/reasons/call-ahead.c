// Which iteration ends the loop is found by trying many at once, also behind the
// one that does. A function of another file is called only where C calls it.
__attribute__((const)) int g(int x);
int f(int n, const int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (g(x[i]) > 40)
      return i;
  return n;
}
// -- instead
__attribute__((const)) int g(int x);
static int y[1 << 20];
int f(int n, const int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = g(x[i]);
#pragma loft
  for (int i = 0; i < n; i++)
    if (y[i] > 40)
      return i;
  return n;
}
