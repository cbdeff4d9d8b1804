// What is kept has to be less in both numbers. Of (2, 5), (1, 6) and (1, 4) in
// this order, the first stays until the last comes, which is less in both; but
// (1, 6) and (1, 4) are not ordered by that, so parts of the loop cannot find
// winners of their own. An order by the first number, and by the second one only
// where these are equal, is one.
int f(int n, const int *x, const int *y) {
  int b = 1 << 30, c = 1 << 30;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] < b && y[i] < c) {
      b = x[i];
      c = y[i];
    }
  return b + c;
}
// -- instead
int f(int n, const int *x, const int *y) {
  int b = 1 << 30, c = 1 << 30;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] < b || (x[i] == b && y[i] < c)) {
      b = x[i];
      c = y[i];
    }
  return b + c;
}
