// Columns, channels and blocks of one matrix, each through a pointer of its
// own, run lifted though their extents overlap.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

enum { N = 300 };

static void
column(long n, long ld, double *a, const double *b)
{
#pragma loft
  for (long i = 0; i < n; i++)
    a[i * ld] += 2 * b[i * ld];
}

static void
exchange(int n, int ld, double *a, double *b)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    double t = a[i * ld];
    a[i * ld] = b[i * ld];
    b[i * ld] = t;
  }
}

static void
block(long m, long n, long ld, double *a, const double *v, const double *w)
{
#pragma loft
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      a[i * ld + j] -= w[j] * v[i * ld];
}

static void
grey(size_t n, unsigned char *r, unsigned char *g, const unsigned char *b)
{
#pragma loft
  for (size_t i = 0; i < n; i++) {
    unsigned char mean = (unsigned char)((r[3 * i] + g[3 * i] + b[3 * i]) / 3);
    r[3 * i] = mean;
    g[3 * i] = mean / 2;
  }
}

static void
backwards(long n, long step, int *a, const int *b)
{
#pragma loft
  for (long i = n - 1; i >= 0; i--)
    a[i * step] = b[(n - 1 - i) * step] + 1;
}

int
main(void)
{
  static double m[N * N];
  static unsigned char pixels[3 * N * N];
  static int k[N * N];
  for (int i = 0; i < N * N; i++) {
    m[i] = i * 7919 % 1000 / 8.0;
    k[i] = i * 31;
  }
  for (int i = 0; i < 3 * N * N; i++)
    pixels[i] = (unsigned char)(i * 13);
  double *volatile at = m; // nobody sees that these are of one array
  column(N, N, at + 3, at + 5);
  exchange(N, N, at + 7, at + 2);
  block(N - 1, N - 4, N, at + 4, at + 1, at + (N - 1) * N);
  unsigned char *volatile p = pixels;
  grey(N * N, p, p + 1, p + 2);
  int *volatile q = k;
  backwards(N, N, q + 4, q);
  unsigned long h = 0;
  for (int i = 0; i < N * N; i++)
    h = h * 1000003 ^ (unsigned long)(m[i] * 64) ^ (unsigned)k[i];
  for (int i = 0; i < 3 * N * N; i++)
    h = h * 1000003 ^ pixels[i];
  printf("%lx\n", h);
}
