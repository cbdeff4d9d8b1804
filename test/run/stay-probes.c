// Host code that reads an element of an array between regions gets a page of
// it, and the results stay; a second read of the page gets nothing, nor does a
// write to other arrays. Many pages bring all back, at once the next times.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1 %run%t \
// RUN:   2>%t.log
// RUN: FileCheck %s --input-file=%t.log
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=disabled %run%t > %t.right
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_TEST_STAGING=1 \
// RUN:   %run%t > %t.staged
// RUN: cmp %t.right %t.staged
//
// CHECK: full{{.*}}up 512 KiB
// CHECK-COUNT-4: full{{.*}}a part of what stays comes back, 4 KiB
// CHECK-NOT: full{{.*}}a part
// CHECK: full{{.*}}what stayed comes back, 1 MiB
// CHECK-COUNT-4: some{{.*}}a part of what stays comes back, 4 KiB
// CHECK-NOT: some{{.*}}a part
// CHECK: some{{.*}}what stayed comes back
// CHECK-COUNT-2: step{{.*}}a part of what stays comes back, 4 KiB
// CHECK-NOT: step{{.*}}a part
// CHECK: step{{.*}}what stayed comes back
// CHECK-COUNT-4: prints{{.*}}a part of what stays comes back, 4 KiB
// CHECK-NOT: prints{{.*}}a part
// CHECK: prints{{.*}}what stayed comes back
// CHECK-COUNT-16: many{{.*}}a part of what stays comes back, 4 KiB
// CHECK-NEXT: many{{.*}}what stayed comes back
// CHECK-NOT: many{{.*}}a part
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 17, PAGE = 1024, STEPS = 4 };

// Two reads of a page, each step.
__attribute__((noinline)) static unsigned
full(int *restrict x, int *restrict y, unsigned *trace) {
  for (int k = 0; k < STEPS; k++) {
#pragma loft
    for (int i = 0; i < N; i++)
      y[i] = x[i] * 3 + k;
#pragma loft
    for (int i = 0; i < N; i++)
      x[i] = y[i] - i;
    trace[k] = (unsigned)(x[5 * PAGE + 8] - x[5 * PAGE + 9 + k]);
  }
  return trace[0] + trace[STEPS - 1];
}

// Every other element is written, and not each time.
__attribute__((noinline)) static unsigned
some(int *restrict x, int *restrict y, unsigned *trace) {
  for (int k = 0; k < STEPS; k++) {
#pragma loft
    for (int i = 0; i < N / 2; i++)
      if (k % 2 == 0)
        y[2 * i] = x[i] + k;
#pragma loft
    for (int i = 0; i < N / 2; i++)
      if (k % 2 == 1)
        y[2 * i] = 7;
    trace[k] = (unsigned)(y[3 * PAGE + 2] + y[3 * PAGE + 1]);
  }
  return trace[0] + trace[STEPS - 1];
}

// One is printed, and another set to what a function gives.
__attribute__((noinline)) static void
prints(int *restrict x, int *restrict y) {
  for (int k = 0; k < STEPS; k++) {
#pragma loft
    for (int i = 0; i < N; i++)
      y[i] = x[i] * 3 + k;
    y[0] = (int)(100 * sin(k));
#pragma loft
    for (int i = 0; i < N; i++)
      x[i] = y[i] - i;
    printf("%d: %d\n", k, x[N / 2]);
  }
}

// More pages than are brought back one by one.
__attribute__((noinline)) static unsigned
many(int *restrict x, int *restrict y) {
  unsigned s = 0;
#pragma loft
  for (int i = 0; i < N; i++)
    y[i] = x[i] * 3;
#define FOUR(k)                                                                \
  y[(k) * PAGE] + y[(k + 1) * PAGE] + y[(k + 2) * PAGE] + y[k * PAGE + 3 * PAGE]
  s += (unsigned)(FOUR(0) + FOUR(4) + FOUR(8) + FOUR(12) + FOUR(16));
#pragma loft
  for (int i = 0; i < N; i++)
    x[i] = y[i] - i;
  return s;
}

__attribute__((noinline)) static void
step(int *restrict x, int *restrict y) {
#pragma loft
  for (int i = 1; i < N - 1; i++)
    y[i] = x[i - 1] ^ x[i + 1];
}

// In a statement that keeps arrays, functions that are not known are called.
__attribute__((noinline)) static void
kept(int *x, int *y) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#pragma loft keep(x, y)
  for (int k = 0; k < STEPS; k++) {
    step(k % 2 ? y : x, k % 2 ? x : y);
    printf("%d\n", y[N / 2]);
  }
#pragma clang diagnostic pop
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
  unsigned *trace = calloc(STEPS, sizeof *trace);
  for (int i = 0; i < N; i++)
    x[i] = i % 1000, y[i] = i;
  show("full", x, y, full(x, y, trace));
  show("some", x, y, some(x, y, trace));
  kept(x, y);
  show("kept", x, y, trace[0]);
  prints(x, y);
  show("prints", x, y, 0);
  show("many", x, y, many(x, y));
  show("many", x, y, many(x, y));
  free(x), free(y), free(trace);
  return 0;
}
