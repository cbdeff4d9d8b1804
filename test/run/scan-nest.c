// Folds of several values together, and running folds, over nests of loops.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

static unsigned
least(int n, int m, const float *x, const int *key, unsigned *at) {
  float best = 1000;
  int bi = -1, bj = -1, last = -5;
  unsigned h = 1;
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (x[i * m + j] < best) {
        best = x[i * m + j];
        bi = i;
        bj = j;
      }
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (key[i * m + j] == 7)
        last = i - j;
      h = h * 31 + (unsigned)key[i * m + j];
    }
  *at = (unsigned)(bi * 1000003 + bj * 10007 + last);
  return h + (unsigned)(int)(best * 2);
}

static long
running(int n, int m, int k, const int *x, long *y) {
  long s = 1;
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int l = 0; l < k; l++) {
        s += x[(i * m + j) * k + l];
        y[(i * m + j) * k + l] = s;
      }
#pragma loft
  for (int i = n - 1; i >= 0; i--)
    for (int j = 0; j < m; j++) {
      y[i * m + j] -= s;
      s = s * 3 + i;
    }
  return s;
}

int
main(void) {
  static const int sizes[][3] = {{0, 5, 1},  {5, 0, 1},   {1, 1, 1},
                                 {3, 7, 2},  {257, 3, 1}, {2, 4100, 3},
                                 {70, 90, 5}};
  for (int t = 0; t < 7; t++) {
    int n = sizes[t][0], m = sizes[t][1], k = sizes[t][2];
    size_t size = (size_t)(n * m * k);
    float *x = malloc(size * sizeof *x + 1);
    int *key = malloc(size * sizeof *key + 1);
    long *y = malloc(size * sizeof *y + 1);
    for (int i = 0; i < (int)size; i++) {
      key[i] = (int)(i * 2654435761u >> 20) % 100;
      x[i] = (float)(key[i] + 3) / 2;
      y[i] = 0;
    }
    unsigned at, r = least(n, m, x, key, &at);
    long s = running(n, m, k, key, y);
    unsigned long hash = 1;
    for (size_t i = 0; i < size; i++)
      hash = hash * 31 + (unsigned long)y[i];
    printf("%d %d %d: %u %u %ld %lower\n", n, m, k, r, at, s, hash);
    free(x), free(key), free(y);
  }
}
