// Scans and filters run in chunks: each goes on from the running values, and
// from the place in the output, that the one before it has left.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.original
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_MEMORY=24K \
// RUN:   LOFT_LOG=1 %run%t > %t.chunks 2> %t.log
// RUN: cmp %t.original %t.chunks
// RUN: FileCheck %s --input-file=%t.log
// CHECK: loft: prefix {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: filter {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: gather {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: greatest {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK-NOT: loft:
#include <stdint.h>
#include <stdio.h>

enum { N = 12000 };
static int a[N], b[N], c[N];
static float x[N], y[N];

__attribute__((noinline)) static int
prefix(int n, int s) {
#pragma loft
  for (int i = 0; i < n; i++) {
    s += a[i];
    b[i] = s;
  }
  return s;
}

__attribute__((noinline)) static int
filter(int n) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (a[i] % 3 == 0)
      c[k++] = a[i] * 2;
  return k;
}

// Two outputs, behind what is there.
__attribute__((noinline)) static int
gather(int n, int k) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3.0f) {
      y[k] = x[i];
      c[k] = i;
      k++;
    }
  return k;
}

__attribute__((noinline)) static int
greatest(int h, int w) {
  int s = 0;
#pragma loft
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) {
      s = s > a[i * w + j] ? s : a[i * w + j];
      b[i * w + j] = s;
    }
  return s;
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
    a[i] = i * 7919 % 1001;
    x[i] = (float)(i % 91) * 0.1f;
  }
  printf("%d\n", prefix(N, 3));
  print(b, N);
  printf("%d\n", filter(N));
  print(c, N);
  printf("%d\n", gather(N, 17));
  print(c, N);
  print(y, N);
  printf("%d\n", greatest(60, 200));
  print(b, N);
  return 0;
}
