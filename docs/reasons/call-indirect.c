// The function that a pointer points to is known only when the program runs, and
// its code may be in another file.
void f(int n, int *x, int (*g)(int)) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = g(i);
}
// -- instead
static int g(int a) { return 3 * a; }
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = g(i);
}
