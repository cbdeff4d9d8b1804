// What host code writes between regions goes to the device, and the results
// stay there: an element, a copy, a fill, elements beside those that regions
// write, and such as they only read. Also where several devices have parts.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// RUN: %three %t
// RUN: cp %lavapipe %t.1.json
// RUN: cp %lavapipe %t.2.json
// DEFINE: %{two} = env LOFT_OFFLOAD=mandatory LOFT_DEVICE=0,1 LOFT_LOG=1 \
// DEFINE:   VK_DRIVER_FILES=%t.1.json:%t.2.json \
// DEFINE:   VK_ICD_FILENAMES=%t.1.json:%t.2.json LOFT_TEST_KEEP=1
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.right
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1 %run%t \
// RUN:   2>%t.log
// RUN: FileCheck %s --input-file=%t.log
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1 \
// RUN:   LOFT_TEST_STAGING=1 %run%t > %t.staged 2>%t.log
// RUN: FileCheck %s --input-file=%t.log
// RUN: cmp %t.right %t.staged
// RUN: %{two} LOFT_TEST_SHARE=1 %run%t > %t.two 2>%t.log
// RUN: FileCheck %s --input-file=%t.log
// RUN: cmp %t.right %t.two
// RUN: %{two} LOFT_TEST_SHARE=3 LOFT_TEST_STAGING=16 %run%t > %t.two
// RUN: cmp %t.right %t.two
//
// CHECK-NOT: border{{.*}}come{{s?}} back
// CHECK: border{{.*}}what stayed comes back
// CHECK-NOT: strided{{.*}}what stayed
// CHECK-COUNT-6: strided{{.*}}a part of what stays comes back
// CHECK-NOT: strided{{.*}}what stayed
// CHECK: strided{{.*}}what stayed comes back
// Elements that move by less than their number bring all back.
// CHECK-COUNT-3: moved{{.*}}what stayed comes back
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1 << 17, STEPS = 3 };
static int row[100];

// Nothing of it is read.
__attribute__((noinline)) static void
border(int n, int *restrict x, int *restrict y) {
  for (int k = 0; k < STEPS; k++) {
#pragma loft
    for (int i = 1; i < n - 1; i++)
      y[i] = x[i - 1] * 3 - x[i + 1];
    y[0] = k;
    y[n - 1] = 2;
    y[n / 2] = 5 + k;
    memcpy(y + 5000, row, sizeof row);
#pragma loft
    for (int i = 0; i < n; i++)
      x[i] = y[i] ^ i;
    memset(x + 3000 * k, k, 400);
    x[n - 1] = k;
  }
}

// Every third element is written by regions, others by the host, which reads
// both.
__attribute__((noinline)) static unsigned
strided(int n, int *restrict x, int *restrict y) {
  unsigned s = 0;
  for (int k = 0; k < STEPS; k++) {
#pragma loft
    for (int i = 0; i < n / 3; i++)
      y[3 * i] = x[i] + k;
    y[30] = 8;
    y[31] += y[33];
    y[32] = 4;
#pragma loft
    for (int i = 0; i < n / 3; i++)
      x[i] = y[3 * i] + y[3 * i + 1] - y[3 * i + 2];
    s = s * 31 + (unsigned)(x[10] + x[11]);
    x[n - 2] = 3;
  }
  return s;
}

__attribute__((noinline)) static void
moved(int n, int *restrict x) {
  for (int k = 0; k < STEPS; k++) {
#pragma loft
    for (int i = 0; i < n; i++)
      x[i] = x[i] * 3 + i;
    memmove(x + 100, x + 110, 100 * sizeof *x);
    memmove(x + 1000, x + 2000, 100 * sizeof *x);
  }
}

static void
show(const char *what, const int *x, const int *y, unsigned h) {
  for (int i = 0; i < N; i++)
    h = (h ^ (unsigned)x[i]) * 16777619u + (unsigned)y[i];
  printf("%s %u\n", what, h);
}

int
main(void) {
  int *x = aligned_alloc(4096, N * sizeof *x);
  int *y = aligned_alloc(4096, N * sizeof *y);
  for (int i = 0; i < N; i++)
    x[i] = i % 1000, y[i] = i;
  for (int i = 0; i < 100; i++)
    row[i] = i * 5;
  border(N, x, y);
  show("border", x, y, 0);
  show("strided", x, y, strided(N, x, y));
  moved(N, x);
  show("moved", x, y, 1);
  free(x), free(y);
  return 0;
}
