// Which of two sequences the next element is taken from depends on all that came
// before. But where an element of one sequence ends up is its own place plus the
// number of smaller elements in the other, which a search by halves finds for
// all elements at once. Of equal elements those of a are first, as in the loop.
void f(int n, int m, const int *x, const int *y, int *out) {
  int a[64], b[64], i = 0, j = 0, k = 0;
  for (int r = 0, s = 0, t = 0; r < n; r++, s += 1 + x[r], t += 1 + y[r])
    a[r] = s, b[r] = t;
#pragma loft
  while (i < n || j < n)
    out[k++] = j == n || (i < n && a[i] <= b[j]) ? a[i++] : b[j++];
}
// -- instead
static int below(const int *x, int n, int v) {
  int lo = 0, hi = n;
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (x[mid] < v)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}
void f(int n, int m, const int *x, const int *y, int *out) {
  int a[64], b[64], at[64];
  for (int r = 0, s = 0, t = 0; r < n; r++, s += 1 + x[r], t += 1 + y[r])
    a[r] = s, b[r] = t;
#pragma loft
  for (int i = 0; i < n; i++)
    at[i] = i + below(b, n, a[i]);
#pragma loft
  for (int i = 0; i < n; i++)
    out[at[i]] = a[i];
#pragma loft
  for (int j = 0; j < n; j++)
    at[j] = j + below(a, n, b[j] + 1);
#pragma loft
  for (int j = 0; j < n; j++)
    out[at[j]] = b[j];
}
