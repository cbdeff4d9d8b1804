// Sums of floats by key have the same bits on the CPU with any number of
// threads and on Vulkan, with few elements and with many.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=cpu LOFT_THREADS=1 %run%t > %t.1
// RUN: env LOFT_OFFLOAD=cpu LOFT_THREADS=3 %run%t > %t.3
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=0 %run%t > %t.vulkan
// RUN: cmp %t.1 %t.3 && cmp %t.1 %t.vulkan
// REQUIRES: vulkan
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 60000 };

static void
add(const int *key, const float *x, float *sum, double *square, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    sum[key[i]] += x[i];
    square[key[i]] += (double)x[i] * x[i];
  }
}

int
main(void)
{
  static const int bins[] = {1, 7, 300, 20000};
  int *key = malloc(N * sizeof *key);
  float *x = malloc(N * sizeof *x), *sum = calloc(N, sizeof *sum);
  double *square = calloc(N, sizeof *square);
  for (int b = 0; b < 4; b++) {
    unsigned hash = 0;
    for (int i = 0; i < N; i++) {
      unsigned r = (unsigned)i * 2654435761u;
      key[i] = (int)((r >> 7) % (unsigned)bins[b]);
      x[i] = (float)(r >> 5) / 1e7f;
    }
    add(key, x, sum, square, N);
    for (int i = 0; i < bins[b]; i++) {
      unsigned long long s;
      unsigned f;
      memcpy(&s, &square[i], sizeof s);
      memcpy(&f, &sum[i], sizeof f);
      hash = hash * 31 + f + (unsigned)(s >> 32) + (unsigned)s;
    }
    printf("%d: %08x\n", bins[b], hash);
  }
  return 0;
}
