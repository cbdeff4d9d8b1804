// Pointers to the rows that others pointed to in the iteration before. Where
// they start otherwise than in line the original runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: average ({{.*}}): cpu
// CHECK-DAG: average ({{.*}}): original
// CHECK-DAG: advance ({{.*}}): cpu
#include <stdio.h>

#include "Inputs/hash.h"

enum { W = 50, H = 30, STRIDE = 64 };
static unsigned char image[(H + 4) * STRIDE], out[H * STRIDE], zeros[STRIDE];

__attribute__((noinline)) static long
average(unsigned char *to, const unsigned char *at, const unsigned char *below,
        int h)
{
  const unsigned char *start = at;
#pragma loft required
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < W; x++)
      to[x] = (unsigned char)((at[x] + below[x] + at[x + 1] + 1) / 3);
    to += STRIDE;
    at = below;
    below += STRIDE;
  }
  return at - start;
}

// What it points to is written, too.
__attribute__((noinline)) static int
advance(unsigned char *at, int h)
{
  unsigned char *next = at + STRIDE;
  int sum = 0;
#pragma loft required
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < W; x++)
      at[x + W / 8] += (unsigned char)(x + y);
    sum += at[0];
    at = next;
    next += STRIDE;
  }
  return sum + at[1] + next[1];
}

int
main(void)
{
  for (int i = 0; i < (int)sizeof image; i++)
    image[i] = (unsigned char)(i * i >> 3);
  for (int h = 0; h <= H; h += 15) {
    printf("%ld", average(out, image, image + STRIDE, h));
    printf(" %u", hash(out, sizeof out));
    printf(" %ld", average(out, image, image + 2 * STRIDE, h));
    printf(" %u", hash(out, sizeof out));
    printf(" %d", average(out, zeros, image, h) != 0);
    printf(" %u", hash(out, sizeof out));
    printf(" %d", advance(image, h));
    printf(" %u\n", hash(image, sizeof image));
  }
  return 0;
}
