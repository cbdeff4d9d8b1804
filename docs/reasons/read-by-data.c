// Which elements are read is known when the loop runs: it may be those that an
// earlier iteration wrote. Where the old values are meant, as here, where d[i]
// is never negative, a copy says so. Where new ones are, the loop is a
// recurrence.
void f(int n, const int *d, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[i + d[i]] + 1;
}
// -- instead
void f(int n, const int *d, int *x) {
  int old[99];
  for (int i = 0; i < 99; i++)
    old[i] = x[i];
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = old[i + d[i]] + 1;
}
