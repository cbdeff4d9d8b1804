// Rows, each of which needs the one before: a chunk has several of them. One that
// is larger than what there is has its loops run one by one, as has a loop
// over time, each iteration of which needs all.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.original
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_MEMORY=100K \
// RUN:   LOFT_LOG=1 %run%t > %t.chunks 2> %t.log
// RUN: cmp %t.original %t.chunks
// RUN: FileCheck %s --input-file=%t.log
// CHECK: loft: seam {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK-NOT: loft: seam
// CHECK: loft: steps {{.*}}: original: its loops run one by one
// CHECK: loft: steps {{.*}}: vulkan
// RUN: env LOFT_OFFLOAD=default LOFT_DEVICE=llvmpipe LOFT_MEMORY=2K \
// RUN:   LOFT_LOG=1 %run%t > %t.small 2> %t.log
// RUN: cmp %t.original %t.small
// RUN: FileCheck %s --check-prefix=SMALL --input-file=%t.log
// SMALL: loft: seam {{.*}}: original: its loops run one by one: {{.*}}, and so does one iteration of its outermost loop
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { H = 200, W = 256, N = 40000 };
static int cost[H * W], sum[H * W];
static int a[N], b[N];

__attribute__((noinline)) static void
seam(int h, int w, const int *restrict c, int *restrict s) {
#pragma loft
  for (int i = 1; i < h; i++)
    for (int j = 1; j < w - 1; j++) {
      int x = s[(i - 1) * w + j - 1], y = s[(i - 1) * w + j],
          z = s[(i - 1) * w + j + 1];
      int best = x < y ? x : y;
      s[i * w + j] = (best < z ? best : z) + c[i * w + j];
    }
}

__attribute__((noinline)) static void
steps(int n, int t) {
#pragma loft
  for (int k = 0; k < t; k++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i] * 3;
  }
}

int
main(void) {
  uint64_t hash = 1;
  for (int i = 0; i < H * W; i++) {
    cost[i] = (int)((unsigned)i * 2654435761u >> 24);
    sum[i] = i % 97;
  }
  for (int i = 0; i < N; i++)
    a[i] = i % 7;
  seam(H, W, cost, sum);
  steps(N, 3);
  for (int i = 0; i < H * W; i++)
    hash = hash * 31 + (unsigned)sum[i];
  for (int i = 0; i < N; i++)
    hash = hash * 31 + (unsigned)a[i];
  printf("%016llx\n", (unsigned long long)hash);
  return 0;
}
