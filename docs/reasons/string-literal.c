// __func__ is an array that each function has of its own; string literals are
// lifted.
void f(int n, char *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = __func__[0];
}
// -- instead
void f(int n, char *x) {
  char name = __func__[0];
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = name;
}
