// How far two addresses are apart is known only when the program runs, and
// not at all for different arrays.
void f(int *x, int *end) {
#pragma loft
  for (int *p = x; p < end; p++)
    *p = 1;
}
// -- instead
void f(int *x, int *end) {
  long n = end - x;
#pragma loft
  for (long i = 0; i < n; i++)
    x[i] = 1;
}
