// Running sums that go on in inner loops, and what else these make of them.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK: row_sums ({{.*}}): cpu
// CHECK: sum_of_sums ({{.*}}): cpu
#include <stdio.h>

#include "Inputs/hash.h"

enum { H = 50, W = 20 };

static int a[H * W];
static unsigned y[H], z[H];

// Two running sums in one inner loop.
__attribute__((noinline)) static unsigned
row_sums(int h, int w)
{
  unsigned s = 3, t = 5;
#pragma loft
  for (int i = 0; i < h; i++) {
    for (int j = 0; j < w; j++) {
      s += (unsigned)a[i * w + j];
      t += (unsigned)(a[i * w + j] * j);
    }
    y[i] = s;
    z[i] = t;
  }
  return s * 31 + t;
}

// The sum of a running sum.
__attribute__((noinline)) static unsigned
sum_of_sums(int h, int w)
{
  unsigned s = 3, t = 0;
#pragma loft
  for (int i = 0; i < h; i++) {
    for (int j = 0; j < w; j++)
      s += (unsigned)a[i * w + j];
    t += s;
    y[i] = s;
  }
  return t * 31 + s;
}

// Each is made of the other.
__attribute__((noinline)) static void
together(int h, int w)
{
  unsigned s = 1, t = 2;
#pragma loft
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) {
      t = t + 200 * s;
      s += t;
      y[i] = t;
    }
}

int
main(void)
{
  for (int i = 0; i < H * W; i++)
    a[i] = i * 7 % 13;
  printf("%u", row_sums(H, W));
  printf(" %u %u\n", hash(y, sizeof y), hash(z, sizeof z));
  printf("%u", sum_of_sums(H, W));
  printf(" %u\n", hash(y, sizeof y));
  together(H, 7);
  printf("%u\n", hash(y, sizeof y));
}
