// A search by halves takes twenty steps for a million elements, one after the other: nothing is gained
// by running one of them. Many of them are independent.
void f(int n, const int *x, int *found) {
  for (int i = 0; i < n; i++) {
    int lo = 0, hi = n;
#pragma loft
    while (lo < hi) {
      int mid = lo + (hi - lo) / 2;
      if (x[mid] < i)
        lo = mid + 1;
      else
        hi = mid;
    }
    found[i] = lo;
  }
}
// -- instead
void f(int n, const int *x, int *found) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int lo = 0, hi = n;
    while (lo < hi) {
      int mid = lo + (hi - lo) / 2;
      if (x[mid] < i)
        lo = mid + 1;
      else
        hi = mid;
    }
    found[i] = lo;
  }
}
