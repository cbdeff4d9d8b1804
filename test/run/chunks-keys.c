// Sums and products of floats by key in chunks have the bits that they have
// without: chunks are whole copies of the sums, or in order where there are
// none. Beside counts of integers, in a nest, and by an index that is computed.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=cpu %run%t > %t.cpu
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_MEMORY=96K \
// RUN:   LOFT_LOG=1 %run%t > %t.chunks 2> %t.log
// RUN: cmp %t.cpu %t.chunks
// RUN: FileCheck %s --input-file=%t.log
// CHECK: loft: sums {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: sums {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: both {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: products {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: nest {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 60000, M = 23, MANY = 2000, ROWS = 500, W = 90 };
static int key[N], wide[N], count[M];
static float v[N], h[M + 2], many[MANY], p[M];
static double d[M];

__attribute__((noinline)) static void
sums(int n, const int *restrict k, const float *restrict x, float *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[k[i]] += x[i];
}

__attribute__((noinline)) static void
both(int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    count[key[i]]++;
    d[(key[i] + 1) % M] += (double)v[i] * 0.1;
  }
}

__attribute__((noinline)) static void
products(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[key[i]] *= v[i];
}

__attribute__((noinline)) static void
nest(int n, int m) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      h[key[i * m + j]] -= v[i * m + j];
}

// Prints a hash of the bits.
static void
print(const char *what, const void *at, size_t bytes) {
  const unsigned char *c = at;
  uint64_t s = 1;
  for (size_t i = 0; i < bytes; i++)
    s = (s ^ c[i]) * 1099511628211u;
  printf("%s %016llx\n", what, (unsigned long long)s);
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    key[i] = (int)((uint32_t)i * 2654435761u >> 20) % M;
    wide[i] = (int)((uint32_t)i * 2654435761u >> 16) % MANY;
    v[i] = 1 + (float)((uint32_t)i * 40503u % 1000) * 1e-6f;
  }
  for (int i = 0; i < M; i++) {
    h[i + 1] = (float)i * 0.3f;
    p[i] = 1.5f;
  }
  h[0] = h[M + 1] = -0.0f;
  sums(N, key, v, h + 1);
  print("sums", h, sizeof h);
  sums(N, wide, v, many);
  print("many", many, sizeof many);
  both(N);
  print("count", count, sizeof count);
  print("d", d, sizeof d);
  products(N / 3);
  print("products", p, sizeof p);
  nest(ROWS, W);
  print("nest", h, sizeof h);
  return 0;
}
