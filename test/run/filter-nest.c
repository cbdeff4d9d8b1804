// Nests of loops that append, in C's order: matrices as lists of what is not
// zero, with and without places.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 120, M = 90 };
static int x[N * M], value[N * M + 8], row[N * M + 8], column[N * M + 8];

static int
values(int n, int m, int k)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (x[i * m + j] > 3)
        value[k++] = x[i * m + j];
  return k;
}

static long
places(long n, long m)
{
  long k = 0;
#pragma loft required
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      if (x[i * m + j] % 5 == 0) {
        row[k] = (int)i;
        column[k] = (int)j;
        value[k++] += x[i * m + j];
      }
  return k;
}

static int
three_deep(int n, int m, int l)
{
  int k = 2;
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int h = 0; h < l; h++) {
        if (x[(i * m + j) * l + h] & 1)
          continue;
        row[k] = h - i;
        k++;
      }
  return k;
}

// The second append of an iteration is behind the first one.
static int
pairs(int n, int m)
{
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (x[i * m + j] < 10)
        column[k++] = i;
      if (x[i * m + j] < 5)
        column[k++] = -j;
    }
  return k;
}

static unsigned
hash(const int *a)
{
  unsigned h = 1;
  for (int i = 0; i < N * M + 8; i++)
    h = h * 31 + (unsigned)a[i];
  return h;
}

int
main(void)
{
  static const int sizes[][2] = {{0, 5}, {5, 0}, {1, 1}, {1, M},
                                 {N, 1}, {N, M}, {7, 13}};
  for (int i = 0; i < N * M; i++)
    x[i] = (int)((unsigned)i * 2654435761u >> 20) % 40 - 10;
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    int n = sizes[s][0], m = sizes[s][1];
    printf("%d %d: %d", n, m, values(n, m, 3));
    printf(" %ld %u %u", places(n, m), hash(row), hash(value));
    printf(" %d", three_deep(n / 4, 4, m / 2));
    printf(" %u %u", hash(row), hash(column));
    if (2 * n * m <= N * M)
      printf(" %d %u", pairs(n, m), hash(column));
    printf("\n");
  }
  return 0;
}
