// An address that is stored may be used for anything later, and addresses on
// a device are others.
void f(int n, int *x, int **p) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i] = x + i;
}
// -- instead
void f(int n, int *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i] = i;
}
