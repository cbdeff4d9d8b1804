// Loops that are no maps and folds, but for one: they read ahead of what they
// write, store at places that are data, or end early. Their chunks are loops
// over some of the iterations, in order.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.original
// RUN: env LOFT_OFFLOAD=cpu %run%t > %t.cpu
// RUN: cmp %t.original %t.cpu
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_MEMORY=96K \
// RUN:   LOFT_LOG=1 %run%t > %t.chunks 2> %t.log
// RUN: cmp %t.original %t.chunks
// RUN: FileCheck %s --input-file=%t.log
// CHECK: loft: ahead {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: put {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: all {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// What is found early ends all.
// CHECK: loft: find {{.*}}: vulkan, {{.*}}: 1 chunks: up
// CHECK: loft: find {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: find {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: equal {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: equal {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: until {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: recur {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK-NOT: loft:
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 40000, M = 3000 };
static float x[N], y[M];
static int a[N], b[N], key[N];

__attribute__((noinline)) static void
ahead(int n) {
#pragma loft
  for (int i = 0; i < n - 1; i++)
    x[i] = x[i + 1] * 0.5f + x[i];
}

// The last iteration that stores wins.
__attribute__((noinline)) static void
put(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[key[i]] = x[i];
}

__attribute__((noinline)) static int
all(int n) {
  int ok = 1;
#pragma loft
  for (int i = 0; i < n; i++)
    ok = ok && a[i] < 1000;
  return ok;
}

__attribute__((noinline)) static int
find(int n, int k) {
  int at = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (a[i] == k) {
      at = i;
      break;
    }
  return at;
}

__attribute__((noinline)) static int
equal(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (a[i] != b[i])
      return 0;
  return 1;
}

// What is before the end is stored, and counted.
__attribute__((noinline)) static long
until(int n, int most) {
  long s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (a[i] == most)
      break;
    s += a[i];
    b[i] = a[i] + 1;
  }
  return s;
}

// From an element that an earlier chunk has written.
__attribute__((noinline)) static void
recur(int n) {
#pragma loft
  for (int i = 1; i < n; i++)
    a[i] = 3 * a[i - 1] + b[i];
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i * 37 % 1001) * 0.01f;
    b[i] = a[i] = (int)(i * 2654435761u >> 8) % 1000;
    key[i] = (int)(i * 2246822519u >> 7) % M;
  }
  ahead(N);
  printf("%08x\n", hash(x, sizeof x));
  put(N);
  printf("%08x\n", hash(y, sizeof y));
  printf("%d\n", all(N));
  a[N - 20] = 2000;
  printf("%d ", find(N, a[7]));
  printf("%d ", find(N, 2000));
  printf("%d\n", find(N, 3000));
  printf("%d ", equal(N - 100));
  printf("%d\n", equal(N));
  printf("%ld %08x\n", until(N, 2000), hash(b, sizeof b));
  recur(N);
  printf("%08x\n", hash(a, sizeof a));
  return 0;
}
