// Indices of 64 bits clamped to an array's ends: NVIDIA's compiler gives such a
// larger of two the high half of another register, unless it does not see it.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_TEST_HIDE=1 %three %t
#include <math.h>
#include <stdio.h>

enum { N = 300, M = 70 };
static float terms[N * M], weight[N], mean[N];
static unsigned char levels[N], shifts[N], before[N];
static int order[N];
static double result[N];

// The mean of a window that ends where the array does.
static void
window(int n, float *y, const float *f, const unsigned char *x) {
#pragma loft
  for (long i = 0; i < n; i++)
    if (f[i] > 0) {
      float s = 0;
      long first = i - 2 < 0 ? 0 : i - 2, end = i + 3 > n ? n : i + 3;
      for (long k = first; k < end; k++)
        s += x[k];
      y[i] = s / (float)(end - first);
    }
}

// The element before.
static void
shift(int n, unsigned char *y, const unsigned char *x) {
#pragma loft
  for (long i = 0; i < n; i++)
    y[i] = x[i > 2 ? i - 2 : 0];
}

// A clamped index in a branch behind a sum.
static void
rows(int n, int m, double *y, const float *x, const unsigned char *level,
     const unsigned char *shift, const int *at) {
#pragma loft
  for (long i = 0; i < n; i++) {
    float s = 0.5f;
    for (int k = 0; k < m; k++)
      s += x[i * m + k];
    double low = fmin(level[n - 1 - i], 0.5 * level[i]) + 0.0;
    y[i] = low + (((int)i >> (shift[at[i]] & 7)) != !at[i] && 0 > s
                      ? (2.0f > level[i > 2 ? i - 2 : 0] ? -1.5f : level[i])
                      : level[i]);
  }
}

int
main(void) {
  for (int i = 0; i < N * M; i++)
    terms[i] = (float)(i * 37 % 41 - 20);
  for (int i = 0; i < N; i++) {
    levels[i] = (unsigned char)(i * 11 % 5);
    shifts[i] = (unsigned char)(i * 7 % 13);
    order[i] = i * 17 % N;
    weight[i] = (float)(i * 7 % 13 - 6);
  }
  window(N, mean, weight, shifts);
  shift(N, before, shifts);
  rows(N, M, result, terms, levels, shifts, order);
  for (int i = 0; i < N; i++)
    printf("%a %d %a\n", mean[i], before[i], result[i]);
}
