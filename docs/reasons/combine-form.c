// The function's result does not become the variable as it is.
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
  for (int i = 0; i < n; i++) {
    stat t = merge(s, (stat){1, x[i], 0});
    s = t;
  }
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
