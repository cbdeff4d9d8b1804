// The value is neither an integer nor a float, double or address of such.
static void g(void) {}
void f(int n, int *x) {
  void (*h)(void) = n > 9 ? g : 0;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = h ? 1 : 2;
}
// -- instead
static void g(void) {}
void f(int n, int *x) {
  void (*h)(void) = n > 9 ? g : 0;
  int v = h ? 1 : 2;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = v;
}
