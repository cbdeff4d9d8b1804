// A function that adds one element to a result cannot combine two results, as threads
// that have folded parts of the loop must.
typedef struct {
  double n, mean, m2;
} stat;
static stat push(stat a, double x) {
  double n = a.n + 1, d = x - a.mean, mean = a.mean + d / n;
  return (stat){n, mean, a.m2 + d * (x - mean)};
}
stat f(int n, const double *x) {
  stat s = {0};
#pragma loft combine(push : s)
  for (int i = 0; i < n; i++)
    s = push(s, x[i]);
  return s;
}
// -- instead
typedef struct {
  double n, mean, m2;
} stat;
static stat merge(stat a, stat b) {
  double n = a.n + b.n, d = b.mean - a.mean;
  if (n == 0)
    return a;
  return (stat){n, a.mean + d * b.n / n, a.m2 + b.m2 + d * d * a.n * b.n / n};
}
stat f(int n, const double *x) {
  stat s = {0};
#pragma loft combine(merge : s)
  for (int i = 0; i < n; i++)
    s = merge(s, (stat){1, x[i], 0});
  return s;
}
