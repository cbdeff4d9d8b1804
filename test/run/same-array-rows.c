// Rows of a pitch that the caller gives: input and output may be one array where
// the rows do not overlap, which is checked anyway.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: %clang -O2 -DOVERLAP %s -o %t2 %link
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t2 2>&1 | FileCheck %s
#include <stdio.h>

enum { N = 10000 };
static float x[N + 100];

static void
scale(float *out, const float *in, int n, int m, int ld)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      out[i * ld + j] = in[i * ld + j] * 2 + 1;
}

static void
next(float *out, const float *in, int n, int m, int ld)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      out[i * ld + j] = in[i * ld + j + 1] - in[i * ld + j];
}

static void
before(float *out, const float *in, int n, int m, int ld)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      out[i * ld + j] = in[i * ld + j - 1] - in[i * ld + j];
}

static double
sum(void)
{
  double s = 0;
  for (int i = 0; i < N; i++)
    s += x[i] * (i % 31 + 1);
  return s;
}

int
main(void)
{
  for (int i = 0; i < N + 100; i++)
    x[i] = (float)(i % 97);
#ifdef OVERLAP
  // CHECK: scale {{.*}}: original: its run-time guard failed
  scale(x, x, 50, 90, 80);
  // CHECK: before {{.*}}: original: the memory of in and out overlaps
  before(x, x, 50, 90, 100);
  // Nothing checks that rows are longer by the one element more.
  // CHECK: next {{.*}}: original: the memory of in and out overlaps
  next(x, x, 50, 90, 100);
#else
  scale(x, x, 50, 90, 100);
  printf("%.17g\n", sum());
  scale(x, x, 100, 100, 100);
  printf("%.17g\n", sum());
  scale(x, x + N / 2, 50, 90, 100);
  printf("%.17g\n", sum());
#endif
  printf("%.17g\n", sum());
  return 0;
}
