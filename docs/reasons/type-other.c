// The value is neither an integer nor a float, double or address of such.
void f(int n, int *x, void (*g)(void)) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = g ? 1 : 2;
}
// -- instead
void f(int n, int *x, void (*g)(void)) {
  int v = g ? 1 : 2;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = v;
}
