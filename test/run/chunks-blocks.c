// Scans of floats, and folds of them by an operator of the program's, run in
// chunks that are blocks of 2^24 values, each from where the one before it has
// ended; the CPU and the device at once give the same bits.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=cpu %run%t halves
// DEFINE: %{run} = env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe \
// DEFINE:   LOFT_TIMEOUT=600 LOFT_LOG=1
// RUN: env LOFT_OFFLOAD=cpu %run%t running > %t.cpu
// RUN: %{run} %run%t running > %t.whole
// RUN: cmp %t.cpu %t.whole
// RUN: %{run} LOFT_MEMORY=38M %run%t running 2>&1 > %t.chunks | FileCheck %s
// RUN: cmp %t.cpu %t.chunks
// RUN: env LOFT_OFFLOAD=cpu %run%t moments > %t.cpu
// RUN: %{run} LOFT_MEMORY=19M %run%t moments 2>&1 > %t.chunks | FileCheck %s
// RUN: cmp %t.cpu %t.chunks
// CHECK: vulkan, {{.*}}: 2 chunks: up
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 24, N = BLOCK + BLOCK / 16, W = 64 };

// A running sum, of which the output keeps a part.
__attribute__((noinline)) static float
running(int n, float s, const int8_t *x, int8_t *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    s += (float)x[i] * 0.37f;
    y[i] = (int8_t)(int)(s * 0.01f);
  }
  return s;
}

typedef struct moments {
  float n, mean, squares;
} moments;

// Those of two sets together.
static inline moments
merge(moments a, moments b) {
  float n = a.n + b.n, d = b.mean - a.mean;
  return (moments){n, a.mean + d * b.n / n,
                   a.squares + b.squares + d * d * a.n * b.n / n};
}

// Those of rows of W values.
__attribute__((noinline)) static moments
moments_of(int h, moments m, const int8_t *x) {
#pragma loft combine(merge: m)
  for (int i = 0; i < h; i++)
    for (int j = 0; j < W; j++)
      m = merge(m, (moments){1, (float)x[i * W + j], 0});
  return m;
}

// Prints a sum of the bytes.
static void
print(const int8_t *y, int n) {
  uint64_t h = 1;
  for (int i = 0; i < n; i++)
    h = h * 31 + (uint8_t)y[i];
  printf("%016llx\n", (unsigned long long)h);
}

// Whether a block, and then what is behind it, give the same.
static int
are_halves(const int8_t *x, int8_t *y, int8_t *z) {
  float s = running(N, 1, x, y), t = running(BLOCK, 1, x, z);
  t = running(N - BLOCK, t, x + BLOCK, z + BLOCK);
  moments m = moments_of(N / W, (moments){1, 3, 0}, x);
  moments b = moments_of(BLOCK / W, (moments){1, 3, 0}, x);
  b = moments_of((N - BLOCK) / W, b, x + BLOCK);
  return s == t && memcmp(y, z, N) == 0 && m.n == b.n && m.mean == b.mean &&
         m.squares == b.squares;
}

int
main(int argc, char **argv) {
  int8_t *x = malloc(N), *y = malloc(N), *z = malloc(N);
  int good = argc == 2;
  for (int i = 0; i < N; i++)
    x[i] = (int8_t)(i * 7919 % 201 - 100);
  if (strcmp(argv[1], "running") == 0) {
    printf("%a\n", (double)running(N, 1, x, y));
    print(y, N);
  } else if (strcmp(argv[1], "moments") == 0) {
    moments m = moments_of(N / W, (moments){1, 3, 0}, x);
    printf("%a %a %a\n", (double)m.n, (double)m.mean, (double)m.squares);
  } else {
    good = good && are_halves(x, y, z);
  }
  free(x), free(y), free(z);
  return !good;
}
