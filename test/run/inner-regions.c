// Regions that cannot run in chunks, for loops over time and others that need
// all of what is before them: where they are larger than the device's memory,
// the loops in them run in chunks, one by one, with the original's bits.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.original
// RUN: env LOFT_OFFLOAD=cpu %run%t > %t.cpu
// RUN: cmp %t.original %t.cpu
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_MEMORY=24K \
// RUN:   LOFT_LOG=1 %run%t > %t.inner 2> %t.log
// RUN: cmp %t.original %t.inner
// RUN: FileCheck %s --input-file=%t.log
// Where it fits, the region runs at once.
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_LOG=1 %run%t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FITS
// FITS-NOT: original
// CHECK: loft: heat {{.*}}: original: its loops run one by one: it takes {{.*}} KiB of 24 KiB, and it is more than parallel loops
// A step is two loops, after a condition.
// CHECK-COUNT-6: loft: heat {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK-NEXT: loft: swaps {{.*}}: original: its loops run one by one
// CHECK-COUNT-4: loft: swaps {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK-NEXT: loft: until {{.*}}: original: its loops run one by one
// CHECK-COUNT-4: loft: until {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: above {{.*}}: original: its loops run one by one
// CHECK-NEXT: loft: above {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK-NEXT: loft: above {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK-NEXT: loft: turned {{.*}}: original: its loops run one by one: it takes {{.*}}, and its loops may need all that those before them do
// CHECK-NEXT: loft: turned {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK-NEXT: loft: turned {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK-NEXT: loft: own {{.*}}: original: its loops run one by one
// CHECK-NEXT: loft: own {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK-NEXT: loft: own {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK-NEXT: loft: calls {{.*}}: original: its loops run one by one
// CHECK-COUNT-2: loft: calls {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK-NEXT: loft: kept {{.*}}: original: its loops run one by one
// CHECK-COUNT-4: loft: kept {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK-NEXT: loft: search {{.*}}: original: its loops run one by one
// CHECK-COUNT-4: loft: search {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK-NOT: loft:
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

enum { W = 100, N = 120 * W };
static float x[N], y[N];
static int a[N], b[N];

__attribute__((noinline)) static void
heat(int steps, int h, int w) {
#pragma loft
  for (int t = 0; t < steps; t++) {
    if (t % 3 == 1)
      continue;
    for (int i = 1; i < h - 1; i++)
      for (int j = 1; j < w - 1; j++)
        y[i * w + j] = (x[(i - 1) * w + j] + x[(i + 1) * w + j] +
                        x[i * w + j - 1] + x[i * w + j + 1]) *
                       0.25f;
    for (int i = 1; i < h - 1; i++)
      for (int j = 1; j < w - 1; j++)
        x[i * w + j] = y[i * w + j];
  }
}

// Pointers that change places.
__attribute__((noinline)) static float *
swaps(int steps, int n, float *p, float *q) {
#pragma loft
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      q[i] = (p[i - 1] + p[i + 1]) * 0.5f;
    float *z = p;
    p = q;
    q = z;
  }
  return p;
}

__attribute__((noinline)) static int
until(int n) {
  int rounds = 0, s;
#pragma loft
  do {
    s = 0;
    for (int i = 0; i < n; i++)
      s += a[i] > 800;
    if (s < 100)
      break;
    for (int i = 0; i < n; i++)
      a[i] -= a[i] / 8;
    rounds++;
  } while (rounds < 2);
  return rounds;
}

__attribute__((noinline)) static long
above(int n) {
  long s = 0;
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      s += a[i];
    int mean = (int)(s / n);
    for (int i = 0; i < n; i++)
      b[i] = a[i] > mean;
  }
  return s;
}

__attribute__((noinline)) static void
turned(int n) {
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      b[i] = a[i] * 3;
    for (int i = 0; i < n; i++)
      a[i] = b[n - 1 - i];
  }
}

// An array of its own.
__attribute__((noinline)) static long
own(int n) {
  long s = 0;
#pragma loft region
  {
    int *t = malloc((size_t)n * sizeof *t);
    for (int i = 0; i < n; i++)
      t[i] = a[i] ^ i;
    for (int i = 0; i < n; i++)
      s += t[n - 1 - i] * (long)i;
    free(t);
  }
  return s;
}

// The loops are in a function: those of a step run in chunks together.
static void
step(int n, const float *p, float *q) {
  for (int i = 1; i < n - 1; i++)
    q[i] = (p[i - 1] + p[i + 1]) * 0.5f;
}

__attribute__((noinline)) static void
calls(int steps, int n) {
#pragma loft
  for (int t = 0; t < steps; t++) {
    step(n, x, y);
    step(n, y, x);
  }
}

// Code between the loops writes to what is kept.
__attribute__((noinline)) static void
kept(int steps, int n) {
#pragma loft keep(x, y)
  {
#pragma loft
    for (int t = 0; t < steps; t++) {
      for (int i = 1; i < n - 1; i++)
        y[i] = x[i - 1] + x[i + 1];
      y[0] = y[n - 2] * 0.5f;
      y[n - 1] = x[1];
      for (int i = 0; i < n; i++)
        x[i] = y[i] * 0.25f;
    }
  }
}

// A loop that ends early.
__attribute__((noinline)) static int
search(int steps, int n) {
  int s = 0;
#pragma loft
  for (int t = 0; t < steps; t++) {
    int at = n;
    for (int i = 0; i < n; i++)
      if (a[i] > 900 + t) {
        at = i;
        break;
      }
    s = s * 3 + at;
    for (int i = 0; i < n; i++)
      a[i] = (a[i] * 5 + at) % 1000;
  }
  return s;
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i * 37 % 1001) * 0.01f;
    y[i] = (float)i;
    a[i] = (int)(i * 2654435761u >> 8) % 1000;
  }
  heat(4, N / W, W);
  printf("%08x %08x\n", hash(x, sizeof x), hash(y, sizeof y));
  float *p = swaps(4, N, x, y);
  printf("%d %08x %08x\n", p == x, hash(x, sizeof x), hash(y, sizeof y));
  printf("%d %08x\n", until(N), hash(a, sizeof a));
  printf("%ld %08x\n", above(N), hash(b, sizeof b));
  turned(N);
  printf("%08x %08x\n", hash(a, sizeof a), hash(b, sizeof b));
  printf("%ld\n", own(N));
  calls(2, N);
  printf("%08x %08x\n", hash(x, sizeof x), hash(y, sizeof y));
  kept(2, N);
  printf("%08x %08x\n", hash(x, sizeof x), hash(y, sizeof y));
  printf("%d %08x\n", search(2, N), hash(a, sizeof a));
  return 0;
}
