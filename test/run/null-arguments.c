// Functions whose pointer parameters may be null, with null for some and memory
// for others: which they get is known where they are inlined.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 300, M = 7 };

static inline float
weighted(const float *x, const float *w, int i, const int *shift)
{
  const float *none = NULL;
  float v = x[i];
  if (w)
    v *= w[i];
  if (NULL != w && i > 3)
    v += 1;
  if (shift == none)
    v -= 2;
  else
    v += x[(i + *shift) % N];
  if (none != w)
    v = -v;
  return v;
}

static int
find(const float *x, int n, float than, int *where)
{
  for (int k = 0; k < n; k++)
    if (x[k] > than) {
      if (where)
        *where = k;
      return 1;
    }
  return 0;
}

static void
maps(float *restrict y, float *restrict z, const float *restrict x,
     const float *restrict w, int n)
{
  int three = 3;
#pragma loft required
  for (int i = 0; i < n; i++)
    y[i] = weighted(x, NULL, i, NULL);
#pragma loft required
  for (int i = 0; i < n; i++)
    z[i] = weighted(x, w, i, 0) + weighted(x, 0, i, &three);
}

static void
searches(int *restrict a, int *restrict b, const float *restrict x, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    a[i] = find(x + i * M, M, 30, NULL);
#pragma loft required
  for (int i = 0; i < n; i++) {
    int k = -1;
    a[i] += find(x + i * M, M, 20, &k) * 10;
    b[i] = k;
  }
}

int
main(void)
{
  static float x[N * M], w[N], y[N], z[N];
  static int a[N], b[N];
  for (int i = 0; i < N * M; i++)
    x[i] = (float)(i * 7919 % 41);
  for (int i = 0; i < N; i++)
    w[i] = (float)(i % 5);
  maps(y, z, x, w, N);
  searches(a, b, x, N);
  for (int i = 0; i < N; i++)
    printf("%g %g %d %d\n", y[i], z[i], a[i], b[i]);
  return 0;
}
