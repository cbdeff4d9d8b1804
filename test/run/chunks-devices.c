// Several devices share a region: those that LOFT_DEVICE names run chunks of its
// outermost loop, with the original's bits; folds that have no order and trees
// are joined from what each has. What is short stays on the first one.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -o %t %link
// RUN: cp %lavapipe %t.1.json
// RUN: cp %lavapipe %t.2.json
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.original
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=0 %run%t > %t.one
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=0,1 LOFT_LOG=2 \
// RUN:   VK_DRIVER_FILES=%t.1.json:%t.2.json \
// RUN:   VK_ICD_FILENAMES=%t.1.json:%t.2.json %run%t > %t.two 2> %t.log
// RUN: cmp %t.original %t.one
// RUN: cmp %t.original %t.two
// RUN: FileCheck %s --input-file=%t.log
// CHECK: using Vulkan device 0, llvmpipe {{.*}}: LOFT_DEVICE=0,1
// A device is opened by its first chunk, which on a busy machine may be one of
// a later region.
// RUN: FileCheck %s --check-prefix=SECOND --input-file=%t.log
// SECOND: using Vulkan device 1, llvmpipe {{.*}}: LOFT_DEVICE names it as well
// CHECK: loft: picture {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: total {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: tree {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: odd {{.*}}: not in chunks: its sums cannot be cut into pieces of that size
// CHECK: loft: odd {{.*}}: vulkan, {{[^:]*}}: up
// CHECK: loft: step {{.*}}: vulkan, {{[^:]*}}: up
// CHECK: loft: few {{.*}}: vulkan, {{[^:]*}}: up
// A list may name devices in any way; one that is not there is an error.
// RUN: env LOFT_OFFLOAD=mandatory "LOFT_DEVICE=llvmpipe, 1" LOFT_LOG=1 \
// RUN:   VK_DRIVER_FILES=%t.1.json:%t.2.json \
// RUN:   VK_ICD_FILENAMES=%t.1.json:%t.2.json %run%t 2>&1 > %t.named \
// RUN:   | FileCheck %s --check-prefix=NAMED
// RUN: cmp %t.original %t.named
// NAMED: loft: picture {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// RUN: env LOFT_DEVICE=0,7 %run%t 2>&1 > %t.missing \
// RUN:   | FileCheck %s --check-prefix=MISSING
// RUN: cmp %t.original %t.missing
// MISSING: not using Vulkan: LOFT_DEVICE=7 is none of the 1 devices
// RUN: env LOFT_DEVICE=all %run%t 2>&1 > %t.all \
// RUN:   | FileCheck %s --check-prefix=ALL
// RUN: cmp %t.original %t.all
// ALL: not using Vulkan: LOFT_DEVICE=all: the 1 devices are software
#include <stdint.h>
#include <stdio.h>

enum { W = 200, H = 160, N = 4096 * 8, INNER = 60 };
static int out[H][W], sum;
static float x[N], folded;
static int a[N];

// Iterations of z = z^2 + c, in integers.
__attribute__((noinline)) static void
picture(int h, int w) {
#pragma loft
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) {
      unsigned z = 0;
      for (int k = 0; k < 200; k++)
        z = z * z + (unsigned)(i * w + j);
      out[i][j] = (int)(z >> 7);
    }
}

// A fold of integers.
__attribute__((noinline)) static int
total(int n) {
  int s = 5;
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < INNER; j++)
      s += a[i] ^ (j * a[i]);
  return 2 * s;
}

// A tree of floats, whose sum is exact.
__attribute__((noinline)) static float
tree(int n) {
  float s = 0.5f;
#pragma loft
  for (int i = 0; i < n; i++) {
    int v = a[i];
    for (int j = 0; j < INNER; j++)
      v = v * 5 + j;
    s += (float)(v & 15);
  }
  return s;
}

// Three values an iteration: no tree ends with one.
__attribute__((noinline)) static float
odd(int n) {
  float s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++) {
      int v = a[i] + j;
      for (int k = 0; k < INNER; k++)
        v = v * 5 + k;
      s += (float)(v & 15);
    }
  return s;
}

// Counts: chunks are in order.
__attribute__((noinline)) static void
step(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    out[0][a[i] & 63]++;
}

__attribute__((noinline)) static void
few(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 2 + 1;
}

// Prints a sum of the bits of "n" words.
static void
print(const void *p, int n) {
  const uint32_t *w = p;
  uint64_t h = 1;
  for (int i = 0; i < n; i++)
    h = h * 31 + w[i];
  printf("%016llx\n", (unsigned long long)h);
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = i * 7 ^ i >> 3;
    x[i] = (float)(i % 91);
  }
  picture(H, W);
  sum = total(N);
  folded = tree(N) + odd(N);
  step(N);
  few(2000);
  print(out, H * W);
  print(&sum, 1);
  print(&folded, 1);
  print(x, N);
  return 0;
}
