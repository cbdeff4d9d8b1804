// An address that is stored may be used for anything later, and addresses on
// a device are others.
void f(int n, int *x, int **p) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i] = x + i * i % n;
  *p[2] = 7;
}
// -- instead
void f(int n, int *x, int **p) {
  int at[64];
#pragma loft
  for (int i = 0; i < n; i++)
    at[i] = i * i % n;
  for (int i = 0; i < n; i++)
    p[i] = x + at[i];
  *p[2] = 7;
}
