// Pairs of elements that iterations exchange: Batcher's bitonic sort, and sums
// over pairs.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 1 << 10 };
static int x[N];
static float f[N];

static void
merge(int n, int k, int j, int *a) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int l = i ^ j;
    if (l > i && ((i & k) == 0) == (a[i] > a[l])) {
      int t = a[i];
      a[i] = a[l];
      a[l] = t;
    }
  }
}

static void
add_lower(long n, long j, float *a) {
#pragma loft
  for (long i = 0; i < n; i++) {
    long l = j ^ i;
    if (l < i)
      a[i] += a[l];
  }
}

int
main(void) {
  int in_order = 1;
  for (int i = 0; i < N; i++) {
    x[i] = (int)((unsigned)i * 2654435761u >> 7) - 1000;
    f[i] = (float)(i % 37) / 3;
  }
  for (int k = 2; k <= N; k *= 2)
    for (int j = k / 2; j > 0; j /= 2)
      merge(N, k, j, x);
  for (int i = 1; i < N; i++)
    in_order &= x[i - 1] <= x[i];
  for (int j = 1; j < N; j *= 2)
    add_lower(N, j, f);
  printf("%d %d %d\n", in_order, x[0], x[N - 1]);
  printf("%.9g %.9g\n", (double)f[N - 1], (double)f[77]);
}
