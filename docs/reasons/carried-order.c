// Each of the values depends on the others. Together they are what a part of the
// data leaves, and two such can be merged. The two greatest integers are found
// one after the other.
float f(int n, const float *x) {
  float a = -1, b = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > a) {
      b = a;
      a = x[i];
    } else if (x[i] > b) {
      b = x[i];
    }
  return 100 * a + b;
}
// -- instead
typedef struct {
  float a, b;
} two;
static two merge(two l, two r) {
  float most = l.a > r.a ? l.a : r.a, less = l.a > r.a ? r.a : l.a;
  float other = l.b > r.b ? l.b : r.b;
  return (two){most, less > other ? less : other};
}
float f(int n, const float *x) {
  two t = {-1, -1};
#pragma loft combine(merge : t)
  for (int i = 0; i < n; i++)
    t = merge(t, (two){x[i], -1});
  return 100 * t.a + t.b;
}
