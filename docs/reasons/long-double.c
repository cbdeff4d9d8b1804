// Floats are float, double and, on the CPU, the x87's long double, which x86 has
// where it is not told otherwise. The long double of other processors has
// another format, or is the same as double.
// flags: -mlong-double-128
void f(int n, double *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 2.0L;
}
// -- instead
void f(int n, double *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 2.0;
}
