// A map, a stencil and a sum; prints what they give.
#include <stdio.h>

enum { N = 5000 };
static float x[N], y[N];

static void
fill(int n, float *a) {
#pragma loft map
  for (int i = 0; i < n; i++)
    a[i] = (float)(i % 97) * 0.25f; // the loop's body
}

static void
smooth(int n, const float *a, float *b) {
#pragma loft map
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + 2 * a[i] + a[i + 1];
}

static double
sum(int n, const float *a) {
  double s = 0;
#pragma loft reduce
  for (int i = 0; i < n; i++)
    s += (double)(a[i] * a[i]);
  return s;
}

int
main(void) {
  fill(N, x);
  smooth(N, x, y);
  printf("%.9g %.9g\n", (double)y[N - 2], sum(N, y));
  return 0;
}
