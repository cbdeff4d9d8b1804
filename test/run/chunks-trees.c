// Sums of floats that run in chunks have the bits that they have at once: a
// chunk is a piece of the tree (docs/numerics.md).
// REQUIRES: vulkan
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=cpu %run%t > %t.cpu
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_MEMORY=96K \
// RUN:   LOFT_LOG=1 %run%t > %t.chunks 2> %t.log
// RUN: cmp %t.cpu %t.chunks
// RUN: FileCheck %s --input-file=%t.log
// CHECK: loft: tree {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: bounds {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: plane {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: odd {{.*}}: cpu, {{.*}}: it takes {{.*}}, and its sums cannot be cut into pieces of that size
#include <stdio.h>

enum { N = 200000 };
static float x[N], y[N];

__attribute__((noinline)) static float
tree(int n, float s) {
#pragma loft
  for (int i = 0; i < n; i++)
    s += y[i] * x[i];
  return s / 3;
}

__attribute__((noinline)) static void
bounds(int n, float *to) {
  float least = y[0], most = y[0];
  double sum = 0.5;
#pragma loft
  for (int i = 0; i < n; i++) {
    least = y[i] < least ? y[i] : least;
    most = y[i] > most ? y[i] : most;
    sum += (double)y[i];
  }
  to[0] = least;
  to[1] = most;
  to[2] = (float)sum;
}

__attribute__((noinline)) static float
plane(int h) {
  float s = 0;
#pragma loft
  for (int i = 0; i < h; i++)
    for (int j = 0; j < 64; j++)
      s += x[i * 64 + j];
  return s;
}

__attribute__((noinline)) static float
odd(int h) {
  float s = 0;
#pragma loft
  for (int i = 0; i < h; i++)
    for (int j = 0; j < 100; j++)
      s += x[i * 100 + j];
  return s;
}

// Prints the bits of "n" floats.
static void
print(const float *f, int n) {
  for (int i = 0; i < n; i++)
    printf("%a\n", (double)f[i]);
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i * 37 % 1001) * 0.01f;
    y[i] = (float)(i * 53 % 997) * 0.1f - 40;
  }
  float s[] = {tree(N - 7, 0.1f), 0, 0, 0}, of[3];
  bounds(N, of);
  s[1] = plane(N / 64);
  s[2] = odd(N / 100);
  print(s, 4);
  print(of, 3);
  return 0;
}
