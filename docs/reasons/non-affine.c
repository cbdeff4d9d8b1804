// Each iteration goes on from what an earlier one with the same place may have
// left. (Elements are read at one place and written at another, which data say,
// where a look at the places shows that none is read after it was written.) If
// no two places are the same, independent says so.
void f(int n, int *x, const int *k) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[k[i]] = x[k[i]] / 2 + i;
}
// -- instead
void f(int n, int *x, const int *k) {
#pragma loft independent
  for (int i = 0; i < n; i++)
    x[k[i]] = x[k[i]] / 2 + i;
}
