// An index that && or || would not have read is only looked at beforehand where
// it is known which elements hold it.
// RUN: %clang -O1 -c %s -o /dev/null -Xclang -verify
// COVERS: FOOTPRINT_PROBE
int any(const int *a, const int *idx, const float *w, int n, int x) {
  int found = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    found = found || a[idx[(int)(w[i] * 3)]] == x; // expected-warning{{LOFT162}}
  return found;
}
