// Each step of a compensated sum needs the rounding error of the one before, so C's order is
// the only one. Parts of the data can be summed by themselves, if there is a function that
// combines two sums with their errors: threads and devices then work at once, and the
// errors are still compensated.
float f(int n, const float *x) {
  float s = 0, c = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    float y = x[i] - c, t = s + y;
    c = (t - s) - y;
    s = t;
  }
  return s;
}
// -- instead
typedef struct {
  float sum, rest;
} kahan;
static kahan add(kahan a, kahan b) {
  float y = b.sum - (a.rest + b.rest), t = a.sum + y;
  return (kahan){t, (t - a.sum) - y};
}
float f(int n, const float *x) {
  kahan k = {0};
#pragma loft combine(add : k)
  for (int i = 0; i < n; i++)
    k = add(k, (kahan){x[i]});
  return k.sum;
}
