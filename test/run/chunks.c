// Regions that may use less memory of the device than their arrays take run
// there in chunks, with the original's bits: maps, stencils, nests, changes in
// place, folds and histograms.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.original
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_MEMORY=96K \
// RUN:   LOFT_LOG=1 %run%t > %t.chunks 2> %t.log
// RUN: cmp %t.original %t.chunks
// RUN: FileCheck %s --input-file=%t.log
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_MEMORY=96K \
// RUN:   LOFT_TEST_STAGING=4 LOFT_TEST_KEEP=1 %run%t > %t.staged
// RUN: cmp %t.original %t.staged
// So do those with an array that is larger than an allocation may be.
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_TEST_ARRAY=64 \
// RUN:   LOFT_LOG=1 %run%t > %t.array 2> %t.array-log
// RUN: cmp %t.original %t.array
// RUN: FileCheck %s --check-prefix=ARRAY --input-file=%t.array-log
// ARRAY: loft: axpy {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// ARRAY: loft: sum {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: axpy {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: blur {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: nest {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: every {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: sum {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: least {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: histogram {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: rows {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: steps {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: relax {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: both {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK-NOT: loft:
#include <stdio.h>

enum { N = 30000, W = 300, H = N / W };
static float x[N], y[N];
static int a[N], counts[64];

__attribute__((noinline)) static void
axpy(int n, float k) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = k * x[i] + y[i];
}

__attribute__((noinline)) static void
blur(int n) {
#pragma loft
  for (int i = 2; i < n - 2; i++)
    y[i] = x[i - 2] + x[i] + x[i + 2];
}

__attribute__((noinline)) static void
nest(int h, int w) {
#pragma loft
  for (int i = 1; i < h; i++)
    for (int j = 0; j < w; j++)
      y[i * W + j] += x[(i - 1) * W + j] * 0.5f;
}

__attribute__((noinline)) static void
every(int n) {
#pragma loft
  for (int i = 0; i < n; i += 3)
    if (x[i] > 1)
      y[i] = -y[i];
}

__attribute__((noinline)) static long
sum(int n, long s) {
#pragma loft
  for (int i = 0; i < n; i++)
    s += a[i];
  return 3 * s;
}

__attribute__((noinline)) static int
least(int n, int *at) {
  int best = 1 << 30, place = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (a[i] < best) {
      best = a[i];
      place = i;
    }
  *at = place;
  return best;
}

__attribute__((noinline)) static void
histogram(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    counts[a[i] & 63]++;
}

__attribute__((noinline)) static void
rows(int h, int w) {
#pragma loft
  for (int i = 0; i < h; i++) {
    float s = 0;
    for (int j = 0; j < w; j++)
      s += x[i * W + j];
    y[i] = s;
  }
}

// The second loop reads what iterations before wrote in the first one.
__attribute__((noinline)) static void
steps(int n) {
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      x[i] = x[i] * 0.5f + 1;
    for (int i = 0; i < n - 1; i++)
      if (i >= 3)
        y[i] += x[i - 3] + x[i - 1];
  }
}

// Stencils one after the other: each stays behind the one before it.
__attribute__((noinline)) static void
relax(int h) {
#pragma loft region
  {
    for (int i = 1; i < h - 1; i++)
      for (int j = 0; j < W; j++)
        y[i * W + j] = x[(i - 1) * W + j] + x[(i + 1) * W + j];
    for (int i = 1; i < h - 1; i++)
      for (int j = 0; j < W; j++)
        x[i * W + j] = y[(i - 1) * W + j] + y[(i + 1) * W + j];
  }
}

// Loops apart, in one region.
__attribute__((noinline)) static int
both(int n, int m) {
  int s = 0;
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      y[i] *= 3;
    for (int i = 0; i < m; i++)
      s += a[i] ^ i;
  }
  return 2 * s;
}

// Prints a sum of the bits of "n" words.
static void
print(const void *words, int n) {
  const unsigned *w = words;
  unsigned s = 1;
  for (int i = 0; i < n; i++)
    s = s * 31 + w[i];
  printf("%08x\n", s);
}

int
main(void) {
  int at;
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i * 37 % 1001) * 0.01f;
    y[i] = (float)i;
    a[i] = (int)(i * 2654435761u >> 8) - 1000;
  }
  axpy(N, 1.5f);
  print(y, N);
  blur(N);
  print(y, N);
  nest(H, W);
  print(y, N);
  every(N);
  print(y, N);
  printf("%ld\n", sum(N, 5));
  int best = least(N, &at);
  printf("%d %d\n", best, at);
  histogram(N);
  print(counts, 64);
  rows(H, W);
  print(y, N);
  steps(N);
  print(x, N);
  print(y, N);
  relax(H);
  print(x, N);
  print(y, N);
  printf("%d\n", both(N, N / 2));
  print(y, N);
  return 0;
}
