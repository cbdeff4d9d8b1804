// Nests: two dimensions, triangular, imperfect, reduction inside.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

static void
fill(int n, int m, const float *a, float *out, float *row)
{
#pragma loft map
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++)
      s += a[i * m + j];
    row[i] = s;
    for (int j = 0; j < m; j++)
      out[i * m + j] = a[i * m + j] / (s + 1);
  }
}

static void
lower(int n, const float *a, float *out)
{
#pragma loft map
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      out[i * n + j] = a[j * n + i] * 2;
}

int
main(void)
{
  int n = 37, m = 53;
  float *a = malloc(sizeof *a * 53 * 53), *out = calloc(53 * 53, sizeof *out);
  float *row = calloc(53, sizeof *row);
  for (int i = 0; i < 53 * 53; i++)
    a[i] = (float)(i % 101) / 9;
  fill(n, m, a, out, row);
  for (int i = 0; i < n * m; i++)
    printf("%a\n", out[i]);
  for (int i = 0; i < n; i++)
    printf("%a\n", row[i]);
  lower(m, a, out);
  for (int i = 0; i < m * m; i++)
    printf("%a\n", out[i]);
  free(a);
  free(out);
  free(row);
}
