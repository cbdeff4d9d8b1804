// The least value so far is not carried, but read again in each iteration where
// it was found. A pair of both, the value and its place, is what iterations can
// be combined by. The same holds of the nearest of some structures, if its
// distance is computed again each time.
int f(int n, const float *x) {
  int at = 0;
#pragma loft
  for (int i = 1; i < n; i++)
    if (x[i] < x[at])
      at = i;
  return at;
}
// -- instead
int f(int n, const float *x) {
  int at = 0;
  float least = x[0];
#pragma loft
  for (int i = 1; i < n; i++)
    if (x[i] < least) {
      least = x[i];
      at = i;
    }
  return at;
}
