// The pragma is about the statement behind it, and that is no loop.
void f(int n, int *x) {
#pragma loft
  int s = 0;
  for (int i = 0; i < n; i++)
    x[i] = s;
}
// -- instead
void f(int n, int *x) {
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = s;
}
