// Where a region may use less memory than it takes and cannot run in chunks,
// the CPU does it, and the log says why.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.original
// RUN: env LOFT_DEVICE=llvmpipe LOFT_MEMORY=16k LOFT_LOG=1 %run%t \
// RUN:   > %t.lifted 2> %t.log
// RUN: cmp %t.original %t.lifted
// RUN: FileCheck %s --input-file=%t.log
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_MEMORY=16k \
// RUN:   %run%t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ERROR
// RUN: env LOFT_DEVICE=llvmpipe LOFT_LOG=1 %run%t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ALL
// CHECK: loft: running {{.*}}: cpu, {{.*}}; too little of the device's memory for it: it takes {{.*}} KiB of 16 KiB, and its sums cannot be cut into pieces of that size
// CHECK: loft: ahead {{.*}}: cpu, {{.*}}: it takes {{.*}} KiB of 16 KiB, and it is more than parallel loops
// CHECK: loft: wide {{.*}}: cpu, {{.*}}: it takes {{.*}} KiB of 16 KiB, and so does one iteration of its outermost loop
// ERROR: loft: error: running {{.*}}: not on Vulkan as LOFT_OFFLOAD=mandatory asks, lifted CPU code runs: too little of the device's memory
// ALL: loft: running {{.*}}: vulkan, {{.*}}: up
// ALL: loft: ahead {{.*}}: vulkan, {{.*}}: up
// ALL: loft: wide {{.*}}: vulkan, {{.*}}: up
#include <stdio.h>

enum { N = 10000, W = 5000, H = 4 };
static int a[N], b[N];
static float x[H * W], y[W], f[N], g[N];

__attribute__((noinline)) static void
running(int n) {
  float s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    s += f[i];
    g[i] = s;
  }
}

// One of its loops is none that could run by itself.
__attribute__((noinline)) static void
ahead(int n) {
  int q = 1;
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      b[i] = a[i] * 3;
    for (int k = 0; k < 5; k++)
      q = (q ^ b[k]) * (q + 3);
    for (int i = 0; i < n; i++)
      a[i] = b[n - 1 - i] + q % 7;
  }
}

__attribute__((noinline)) static void
wide(int h, int w) {
#pragma loft
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      x[i * W + j] *= y[j];
}

int
main(void) {
  for (int i = 0; i < N; i++)
    f[i] = (float)(a[i] = i % 7);
  for (int i = 0; i < H * W; i++)
    x[i] = (float)i;
  for (int i = 0; i < W; i++)
    y[i] = 1.0f / (float)(i + 1);
  running(N);
  ahead(N);
  wide(H, W);
  printf("%d %d %a %a\n", b[N - 1], a[N / 2], (double)x[H * W - 1],
         (double)g[N - 1]);
  return 0;
}
