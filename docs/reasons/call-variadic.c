// Calls are inlined, and a variable list of arguments cannot be.
static int g(int a, ...) { return a; }
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = g(i, 2, 3);
}
// -- instead
static int g(int a) { return a; }
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = g(i);
}
