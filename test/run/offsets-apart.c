// Accesses two elements a step, at a distance that the caller gives: apart as
// far as a guard says, or a place in a pair.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 >/dev/null | FileCheck %s
#include <stdio.h>

#include "Inputs/hash.h"

static float x[1024];

// CHECK: table ({{.*}}): cpu
// CHECK: table ({{.*}}): original: its run-time guard failed
static void
table(int n, int half)
{
#pragma loft
  for (int i = 0; i < n / 4; i++) {
    x[i * 2] = (float)i;
    x[i * 2 + 1] = (float)-i;
    x[half + i * 2] = (float)(3 * i);
    x[half + i * 2 + 1] = (float)(5 * i);
  }
}

// CHECK: part ({{.*}}): cpu
// CHECK: part ({{.*}}): cpu
// CHECK: part ({{.*}}): original: its run-time guard failed
static void
part(int n, int which)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    x[2 * i] = (float)i;
    x[2 * i + which] = x[2 * i + which] * 2 + 1;
  }
}

int
main(void)
{
  table(512, 256);
  table(512, 100);
  part(200, 1);
  part(100, 300);
  part(100, 7);
  printf("%08x\n", hash(x, sizeof x));
  return 0;
}
