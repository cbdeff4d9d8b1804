// Each iteration starts from the value that the one before it left, and that is
// no sum, product, minimum or the like, nor linear in it. A function that
// computes it can be named if it is associative, f(f(a, b), c) = f(a, f(b, c)):
// then parts of the data are combined by themselves.
static int gcd(int a, int b) {
  while (b) {
    int r = a % b;
    a = b;
    b = r;
  }
  return a;
}
int f(int n, const int *x) {
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s = gcd(s, 6 * x[i]);
  return s;
}
// -- instead
static int gcd(int a, int b) {
  while (b) {
    int r = a % b;
    a = b;
    b = r;
  }
  return a;
}
int f(int n, const int *x) {
  int s = 0;
#pragma loft combine(gcd : s)
  for (int i = 0; i < n; i++)
    s = gcd(s, 6 * x[i]);
  return s;
}
