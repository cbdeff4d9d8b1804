// The device finds the ranges of places that are data, where regions before have
// left these there, or sent them: neither they nor results come back for that.
// The CPU does where the device does not have them.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.right
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=2 \
// RUN:   LOFT_TEST_KEEP=1024 %run%t > %t.out 2> %t.log
// RUN: cmp %t.right %t.out
// RUN: FileCheck %s --input-file=%t.log --implicit-check-not="comes back" \
// RUN:   --implicit-check-not="footprint by"
//
// CHECK: count ({{.*}} up 33
// CHECK-COUNT-9: {{count|pick|put}}{{.*}} footprint by
// CHECK: what stayed comes back
// CHECK: count{{.*}} footprint by
// CHECK: count ({{.*}} up {{[1-9]}}
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 13, M = 256 };

__attribute__((noinline)) static void
turn(int n, int by, int *key) {
#pragma loft
  for (int i = 0; i < n; i++)
    key[i] = (key[i] * 5 + by) & (M - 1);
}

__attribute__((noinline)) static void
count(int n, const int *key, int *restrict h) {
#pragma loft
  for (int i = 0; i < n; i++)
    h[key[i]]++;
}

__attribute__((noinline)) static void
pick(int n, const int *key, const float *x, float *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[key[i]] + 1;
}

__attribute__((noinline)) static void
put(int n, const int *key, const float *y, float *restrict z) {
#pragma loft
  for (int i = 0; i < n; i++)
    z[key[i]] = y[i] * 2;
}

static double
sum(int n, const float *x) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * 1.01 + x[i];
  return s;
}

int
main(void) {
  int *key = malloc(N * sizeof *key), *h = malloc(M * sizeof *h);
  float *x = malloc(M * sizeof *x), *z = malloc(M * sizeof *z);
  float *y = calloc(N, sizeof *y);
  for (int i = 0; i < N; i++)
    key[i] = i * 7 & (M - 1);
  for (int i = 0; i < M; i++) {
    h[i] = i;
    x[i] = z[i] = (float)i;
  }
  count(N, key, h);
#pragma loft keep(key, h, x, y, z)
  for (int t = 0; t < 3; t++) {
    turn(N, 3 * t, key);
    count(N, key, h);
    pick(N, key, x, y);
    put(N, key, y, z);
  }
  printf("%.17g %.17g\n", sum(N, y), sum(M, z));
  for (int i = 0; i < N; i++)
    key[i] = i % 100;
  count(N, key, h);
  long s = 0;
  for (int i = 0; i < M; i++)
    s = s * 31 + h[i];
  printf("%ld\n", s);
  return 0;
}
