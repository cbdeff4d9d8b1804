// Arrays that stay on the device are within LOFT_POOL, those used longest ago
// go first, and all that nobody uses make room when memory is short.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_POOL=2 %run%t \
// RUN:   | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_POOL=2 \
// RUN:   LOFT_TEST_STAGING=16 %run%t | FileCheck %s
// CHECK: all good
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/check.h"
#include "loft/loft.h"

enum { N = 1 << 17, ARRAYS = 6, ROOM = 4 };
static int a[ARRAYS][N];
static int keeps; // whether arrays stay here

// Adds up an array, and returns how many bytes went up for that.
__attribute__((noinline)) static uint64_t
sum(int n, const int *x, int right) {
  loft_region_report r;
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i];
  CHECK(s == right);
  CHECK(loft_last_region(&r, sizeof r) == LOFT_RAN_VULKAN);
  return r.bytes_up;
}

int
main(void) {
  for (int k = 0; k < ARRAYS; k++)
    for (int i = 0; i < N; i++)
      a[k][i] = k + 1;
  sum(N, a[1], 2 * N);
  keeps = sum(N, a[1], 2 * N) == 0;
  for (int k = 0; k < ARRAYS; k++)
    sum(N, a[k], (k + 1) * N);
  for (int k = ARRAYS - ROOM + 1; keeps && k < ARRAYS; k++)
    CHECK(sum(N, a[k], (k + 1) * N) == 0);
  CHECK(sum(N, a[0], N) == sizeof a[0]);
  loft_set("LOFT_TEST_FAULT", "dev:1");
  CHECK(sum(N / 2 + 1, a[1], N + 2) > sizeof a[1] / 2);
  loft_set("LOFT_TEST_FAULT", NULL);
  for (int k = 2; keeps && k < ARRAYS; k++)
    CHECK(sum(N, a[k], (k + 1) * N) == sizeof a[k]);
  CHECK(loft_offload_failures() == 0);
  printf("all good\n");
  return 0;
}
