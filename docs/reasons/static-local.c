// A static variable carries its value from call to call and is initialised
// outside the loop.
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    static int t;
    x[i] = t;
  }
}
// -- instead
void f(int n, int *x) {
  static int t;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = t;
}
