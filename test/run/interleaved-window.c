// Blocks beside each other in rows of one picture, that are read and written on
// both sides of where the pointers point, run lifted.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck %s
// CHECK-NOT: original
// CHECK: move ({{.*}}): cpu
// CHECK: cross ({{.*}}): cpu
#include <stdio.h>

#include "Inputs/hash.h"

enum { WIDTH = 32, HEIGHT = 12 };

static void
move(unsigned char *u, unsigned char *v)
{
#pragma loft
  for (int j = 0; j < HEIGHT; j++)
    for (int k = -4; k < 0; k++) {
      u[j * WIDTH + k] = u[j * WIDTH + k + 8];
      v[j * WIDTH + k] = v[j * WIDTH + k + 8];
    }
}

static void
cross(unsigned char *u, const unsigned char *v)
{
#pragma loft
  for (int j = 1; j < HEIGHT - 1; j++)
    u[j * WIDTH] = (unsigned char)(v[(j - 1) * WIDTH] + v[j * WIDTH - 1] +
                                   v[j * WIDTH + 1] + v[(j + 1) * WIDTH]);
}

int
main(void)
{
  static unsigned char p[HEIGHT * WIDTH];
  for (int i = 0; i < HEIGHT * WIDTH; i++)
    p[i] = (unsigned char)(i * 7);
  move(p + 4, p + 20);
  cross(p + 8, p + 10);
  printf("%08x\n", hash(p, sizeof p));
  return 0;
}
