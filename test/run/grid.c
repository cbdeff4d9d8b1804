// Loops over the positions of grids, which are taken apart by the width: also
// of no width, and of negative sizes, where the original runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// COVERS: shape-unflatten
// CHECK: transposed ({{.*}}): cpu
// CHECK-COUNT-2: transposed ({{.*}}): original
// CHECK: turned ({{.*}}): cpu
// CHECK: upside_down ({{.*}}): cpu
// CHECK: blocks ({{.*}}): cpu
#include <stddef.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 4000 };

static int in[N], out[2 * N];

__attribute__((noinline)) static void
transposed(const int *x, int *y, int w, int h)
{
#pragma loft
  for (int k = 0; k < w * h; k++)
    y[k % w * h + k / w] = x[k];
}

// Three dimensions in the opposite order.
__attribute__((noinline)) static void
turned(const int *x, int *y, unsigned w, unsigned h, unsigned d)
{
#pragma loft
  for (unsigned k = 0; k < w * h * d; k++) {
    unsigned i = k % w, j = k / w % h, l = k / (w * h);
    y[(i * h + j) * d + l] = x[k];
  }
}

// Rows the other way round, of elements that are two numbers each.
__attribute__((noinline)) static void
upside_down(const int *x, int *y, size_t w, size_t h)
{
#pragma loft
  for (size_t k = 0; k < w * h; k++) {
    size_t at = ((h - 1 - k / w) * w + k % w) * 2;
    y[at] = x[k];
    y[at + 1] = -x[k];
  }
}

// Blocks of n positions, one behind the other, as rows; every second one.
__attribute__((noinline)) static void
blocks(const int *x, int *y, int n, int most)
{
#pragma loft
  for (int k = 0; k < most * n; k++)
    y[k / n * 2 * n + k % n] += x[k];
}

int
main(void)
{
  for (int i = 0; i < N; i++)
    in[i] = i * 31 % 1009;
  transposed(in, out, 37, 21);
  printf("%u\n", hash(out, sizeof out));
  transposed(in, out, 0, 5);
  transposed(in, out + 100, -2, -3);
  printf("%u\n", hash(out, sizeof out));
  turned(in, out, 7, 11, 13);
  printf("%u\n", hash(out, sizeof out));
  upside_down(in, out, 30, 50);
  printf("%u\n", hash(out, sizeof out));
  blocks(in, out, 8, 100);
  printf("%u\n", hash(out, sizeof out));
}
