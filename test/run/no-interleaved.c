// Blocks and channels of one matrix that share elements are the original's.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run %t > %t.original
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run %t > %t.cpu 2> %t.log
// RUN: diff %t.original %t.cpu
// RUN: FileCheck %s < %t.log
// CHECK: block ({{.*}}): original: the memory of v and a overlaps
// CHECK: grey ({{.*}}): original: the memory of g and r overlaps
#include <stdio.h>

enum { N = 100 };

static void
block(long m, long n, long ld, double *a, const double *v)
{
#pragma loft
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      a[i * ld + j] -= v[i * ld] / 2;
}

static void
grey(int n, unsigned char *r, const unsigned char *g)
{
#pragma loft
  for (int i = 0; i < n; i++)
    r[3 * i] = g[3 * i] / 2;
}

int
main(void)
{
  static double m[N * N];
  static unsigned char pixels[3 * N];
  for (int i = 0; i < N * N; i++)
    m[i] = i * 7919 % 1000 / 8.0;
  for (int i = 0; i < 3 * N; i++)
    pixels[i] = (unsigned char)(i * 13);
  double *volatile at = m; // nobody sees that these are of one array
  block(N - 1, N - 4, N, at + 4, at + 7);
  unsigned char *volatile p = pixels;
  grey(N - 1, p + 3, p);
  double s = 0;
  for (int i = 0; i < N * N; i++)
    s = s / 2 + m[i];
  for (int i = 0; i < 3 * N; i++)
    s = s / 2 + pixels[i];
  printf("%.17g\n", s);
}
