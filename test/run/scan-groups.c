// Running sums of f32 over several groups, groups of level 1, and two blocks,
// and a reduction by an operator over as many values: one CPU thread,
// which reads each value once, several, and Vulkan have the same bits.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=0 %run%t > %t.vulkan
// RUN: env LOFT_OFFLOAD=cpu LOFT_THREADS=1 %run%t | cmp - %t.vulkan
// RUN: env LOFT_OFFLOAD=cpu LOFT_THREADS=2 %run%t | cmp - %t.vulkan
// RUN: env LOFT_OFFLOAD=cpu LOFT_THREADS=3 LOFT_TEST_GRAIN=1 %run%t | cmp - %t.vulkan
// RUN: FileCheck %s < %t.vulkan
// REQUIRES: vulkan
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 24, MOST = BLOCK + 70001 };

static float *x, *y;

static float
sums(int n) {
  float s = 0.5f;
#pragma loft
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
  return s;
}

static float
means(int n) {
  float mean = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    mean = 0.75f * mean + x[i];
  return mean;
}

// Prints a hash of the bits of n values, and of two results.
static void
print(int n, float sum, float mean) {
  uint64_t hash = 0;
  uint32_t bits[2];
  memcpy(bits, &sum, 4);
  memcpy(bits + 1, &mean, 4);
  for (int i = 0; i < n; i++) {
    uint32_t b;
    memcpy(&b, &y[i], 4);
    hash = hash * 31 + b;
  }
  printf("%d: %016llx %08x %08x\n", n, (unsigned long long)hash, bits[0],
         bits[1]);
}

int
main(void) {
  static const int sizes[] = {0, 1, 65536, 65537, 1 << 20, (3 << 20) + 5, MOST};
  x = malloc(MOST * sizeof *x);
  y = malloc(MOST * sizeof *y);
  for (int i = 0; i < MOST; i++)
    x[i] = (float)(i * 2654435761u >> 8) * 0x1p-20f - 8;
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    float sum = sums(sizes[k]);
    print(sizes[k], sum, means(sizes[k]));
  }
  return 0;
}
// CHECK: {{^}}0: 0000000000000000 3f000000 00000000
// CHECK: 16847217:
