// Searches by halves, alone.
// COVERS: LOOP_HALVES
// RUN: %clang -fsyntax-only -Xclang -verify %s
int lower(const int *x, int n, int v) {
  int lo = 0, hi = n;
#pragma loft // expected-note{{by this pragma}}
  while (lo < hi) { // expected-warning{{a range is halved by what is read in its middle}}
    int mid = lo + (hi - lo) / 2;
    if (x[mid] < v)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}
unsigned upper(const float *x, unsigned n, float v) {
  unsigned lo = 0, hi = n;
#pragma loft // expected-note{{by this pragma}}
  while (hi - lo > 1) { // expected-warning{{a range is halved}}
    unsigned mid = (lo + hi) >> 1;
    if (x[mid] <= v)
      lo = mid;
    else
      hi = mid;
  }
  return lo;
}
int find(const int *x, int n, int v) {
  int lo = 0, hi = n - 1, at = -1;
#pragma loft // expected-note{{by this pragma}}
  while (lo <= hi) { // expected-warning{{a range is halved}}
    int mid = (lo + hi) / 2;
    if (x[mid] == v) {
      at = mid;
      break;
    }
    if (x[mid] < v)
      lo = mid + 1;
    else
      hi = mid - 1;
  }
  return at;
}
