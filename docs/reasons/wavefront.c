// An element needs its neighbours above and to the left, which iterations of
// both loops wrote before: neither loop can be parallel. But elements on a
// diagonal, where i + j is the same, do not need each other.
void f(int n, int a[64][64]) {
#pragma loft
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      a[i][j] = (a[i - 1][j] * a[i][j - 1] + a[i][j]) % 1000;
}
// -- instead
void f(int n, int a[64][64]) {
#pragma loft
  for (int d = 2; d < 2 * n - 1; d++)
    for (int i = d < n ? 1 : d - n + 1; i < (d < n ? d : n); i++)
      a[i][d - i] = (a[i - 1][d - i] * a[i][d - i - 1] + a[i][d - i]) % 1000;
}
