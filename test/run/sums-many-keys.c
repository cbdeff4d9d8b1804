// Sums by many keys, whose iterations a GPU sorts: in C's order where elements
// are many, in chunks where they are fewer.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdlib.h>
#include <string.h>

enum { N = 20000, MANY = 5000, FEWER = 100 };

#define ADD(NAME, PRAGMA)                                                      \
  __attribute__((noinline)) static void NAME(int n, const int *key,            \
                                             const float *x, float *sum) {     \
    PRAGMA                                                                     \
    for (int i = 0; i < n; i++)                                                \
      sum[key[i]] += x[i];                                                     \
  }
ADD(original, )
ADD(lifted, _Pragma("loft"))

// Whether both add the same up for "m" keys and values of multiples of "unit".
static int
same(int m, float unit)
{
  static int key[N];
  static float x[N], y[2][MANY];
  unsigned seed = 1;
  for (int i = 0; i < N; i++) {
    seed = seed * 1664525u + 1013904223u;
    key[i] = i % 5 ? (int)(seed >> 8) % m : 3;
    x[i] = unit * (float)(seed >> 20);
  }
  memset(y, 0, sizeof y);
  original(N, key, x, y[0]);
  lifted(N, key, x, y[1]);
  return !memcmp(y[0], y[1], sizeof y[0]);
}

int
main(void)
{
  return !same(MANY, 0.1f) || !same(FEWER, 1);
}
