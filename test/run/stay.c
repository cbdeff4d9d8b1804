// Results stay on the device from one region of a function to the next, and
// come back when the function returns. The first step sets the arrays up there.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1 %run%t 2>&1 \
// RUN:   | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1 \
// RUN:   LOFT_TEST_STAGING=16 %run%t 2>&1 | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1 LOFT_KEEP=0 \
// RUN:   %run%t 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK: stay.c:[[FIRST:[0-9]+]]): vulkan{{.*}} down 0 B
// CHECK: stay.c:[[SECOND:[0-9]+]]): vulkan{{.*}} down 0 B
// CHECK-NEXT: stay.c:[[FIRST]]): vulkan{{.*}} up {{[0-9]+}} B {{.*}} down 0 B
// CHECK-NEXT: stay.c:[[SECOND]]): vulkan{{.*}} up {{[0-9]+}} B {{.*}} down 0 B
// CHECK-NEXT: stay.c:[[FIRST]]): vulkan{{.*}} up {{[0-9]+}} B {{.*}} down 0 B
// CHECK-NEXT: stay.c:[[SECOND]]): vulkan{{.*}} up {{[0-9]+}} B {{.*}} down 0 B
// CHECK-NEXT: stay.c:[[SECOND]]): vulkan, {{.*}}: what stayed comes back, 1 MiB
// CHECK-NOT: vulkan
// OFF-NOT: what stayed
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 17 };

static void
steps(int n, int times, const float *restrict f, float *restrict a,
      float *restrict b) {
  for (int k = 0; k < times; k++) {
#pragma loft
    for (int i = 1; i < n - 1; i++)
      b[i] = (a[i - 1] + a[i + 1]) * 0.5f + f[i];
#pragma loft
    for (int i = 1; i < n - 1; i++)
      a[i] = (b[i - 1] + b[i + 1]) * 0.5f;
  }
}

int
main(void) {
  float *a = malloc(N * 4), *b = malloc(N * 4), *f = malloc(N * 4);
  for (int i = 0; i < N; i++) {
    a[i] = (float)(i % 100);
    b[i] = 1;
    f[i] = (float)(i % 7);
  }
  steps(N, 3, f, a, b);
  double s = 0;
  for (int i = 0; i < N; i++)
    s += a[i] * (float)(i % 3) + b[i];
  printf("%.17g\n", s);
  free(a), free(b), free(f);
  return 0;
}
