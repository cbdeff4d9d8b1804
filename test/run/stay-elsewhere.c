// Where one of the regions runs elsewhere, as its original or on the CPU,
// results that stayed come back first if they are its business.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.right
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=default LOFT_LOG=1 %run%t \
// RUN:   > %t.out 2> %t.log
// RUN: cmp %t.right %t.out
// RUN: FileCheck %s --input-file=%t.log
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=default LOFT_POOL=0 %run%t \
// RUN:   | cmp %t.right -
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=default LOFT_TEST_KEEP=1 %run%t \
// RUN:   | cmp %t.right -
//
// Arrays that overlap: the original.
// CHECK: guarded{{.*}}: vulkan{{.*}} down 0 B
// CHECK: guarded{{.*}}what stayed comes back
// CHECK: guarded{{.*}}: original
// A loop that is too long for lavapipe, of an array that no other touches.
// CHECK: border{{.*}}: vulkan{{.*}} down 0 B
// CHECK-NOT: what stayed
// CHECK: border{{.*}}: cpu
// CHECK-NOT: what stayed
// CHECK: border{{.*}}: vulkan{{.*}} down 0 B
// CHECK: border{{.*}}: cpu
// CHECK-NOT: what stayed
// CHECK: border{{.*}}what stayed comes back, 1 MiB
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 17 };
static int x[N], y[N], z[N];

__attribute__((noinline)) static void
guarded(int times, int *p, int *q, int *r) {
  for (int k = 0; k < times; k++) {
#pragma loft
    for (int i = 0; i < N; i++)
      q[i] = p[i] + 3;
#pragma loft
    for (int i = 0; i < N - 1; i++)
      p[i] = q[i] - r[i];
  }
}

__attribute__((noinline)) static void
border(int times, int n) {
  for (int k = 0; k < times; k++) {
#pragma loft
    for (int i = 0; i < N; i++)
      y[i] = x[i] * 5 + 1;
#pragma loft
    for (int i = 0; i < 10; i++)
      for (int j = 0; j < n; j++)
        z[i] = (z[i] >> 1) ^ j;
#pragma loft
    for (int i = 0; i < N; i++)
      x[i] = y[i] - 2;
  }
}

int
main(void) {
  unsigned h = 1;
  for (int i = 0; i < N; i++)
    x[i] = i % 1000;
  guarded(2, x, y, x + 1);
  border(2, 70000);
  for (int i = 0; i < N; i++)
    h = (h ^ (unsigned)x[i]) * 16777619u + (unsigned)y[i] + (unsigned)z[i];
  printf("%u\n", h);
  return 0;
}
