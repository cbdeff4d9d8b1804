// Each of the values depends on the others. Together they are what a part of the
// data leaves, and two such can be merged.
int f(int n, const int *x) {
  int a = -1, b = -1;
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
  int a, b;
} two;
static two merge(two l, two r) {
  int most = l.a > r.a ? l.a : r.a, less = l.a > r.a ? r.a : l.a;
  int other = l.b > r.b ? l.b : r.b;
  return (two){most, less > other ? less : other};
}
int f(int n, const int *x) {
  two t = {-1, -1};
#pragma loft combine(merge : t)
  for (int i = 0; i < n; i++)
    t = merge(t, (two){x[i], -1});
  return 100 * t.a + t.b;
}
