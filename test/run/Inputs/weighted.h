// weighted.h: what stands for an array in a test's output.

// The sum of "n" elements, weighted by place.
static double
weighted(int n, const float *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += y[i] * (i % 31 + 1);
  return s;
}
