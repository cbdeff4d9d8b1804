// An index that && or || would not have read cannot be looked at beforehand,
// when its array may not even be there.
// RUN: %clang -O1 -c %s -o /dev/null -Xclang -verify
// COVERS: FOOTPRINT
int any(const int *a, const int *idx, int n, int x) {
  int found = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    found = found || a[idx[i]] == x; // expected-warning{{LOFT091}}
  return found;
}
