// Of several iterations that write one element the last one counts. In parallel
// nobody is last; so each element is to be written by one iteration. (Elements
// that all iterations write, as x[0], and those that are overwritten a few
// iterations later, x[i] behind x[i + 1], are found without that; as are those
// of up to 64 iterations in turn, x[i / 4].)
void f(int n, const int *y, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i / 100] = y[i];
}
// -- instead
void f(int n, const int *y, int *x) {
#pragma loft
  for (int i = 0; i < (n + 99) / 100; i++)
    x[i] = y[100 * i + 99 < n ? 100 * i + 99 : n - 1];
}
