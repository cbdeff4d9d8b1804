// Inputs that are parts of other inputs of the region go up within these, where
// their elements are aligned there; outputs do not take part.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// RUN: %three %t
// DEFINE: %{run} = env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1
// RUN: %{run} LOFT_KEEP=0 %run%t > %t.same 2> %t.log
// RUN: cmp %t.same %t.out/original
// RUN: FileCheck %s --input-file=%t.log
// RUN: %{run} LOFT_TEST_STAGING=16 %run%t | cmp - %t.same
// RUN: %{run} LOFT_TEST_STAGING=16 LOFT_KEEP=0 %run%t | cmp - %t.same
// RUN: %{run} LOFT_TEST_KEEP=1 %run%t | cmp - %t.same
// RUN: %{run} LOFT_MEMORY=600K %run%t | cmp - %t.same
//
// All of x, and half of it again: before, behind, in between; both halves.
// CHECK: both{{.*}} up 512 KiB
// CHECK-NEXT: both{{.*}} up 512 KiB
// CHECK-NEXT: both{{.*}} up 512 KiB
// CHECK-NEXT: both{{.*}} up 512 KiB
// Parts that overlap, of which none has the other.
// CHECK-NEXT: both{{.*}} up 512 KiB
// Bytes that begin within a word, and those that do not.
// CHECK-NEXT: mixed{{.*}} up 384 KiB
// CHECK-NEXT: mixed{{.*}} up 256 KiB
// The second is an output: it goes up apart, and comes back in part.
// CHECK-NEXT: change{{.*}} up 1 MiB
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1 << 17 };

// Adds up products of n elements of x and m of y.
__attribute__((noinline)) static unsigned
both(int n, int m, const unsigned *x, const unsigned *y) {
  unsigned s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i] * (i < m ? y[i] : 3);
  return s;
}

// Bytes and words.
__attribute__((noinline)) static unsigned
mixed(int n, const unsigned char *x, const unsigned short *y) {
  unsigned s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i] * y[i / 4];
  return s;
}

// Adds every other element of x, each squared by way of a second name, to y.
__attribute__((noinline)) static void
change(int n, const unsigned *x, const unsigned *again, unsigned *restrict y) {
#pragma loft
  for (int i = 0; i < n; i += 2)
    y[i] += x[i] * again[i];
}

int
main(void) {
  unsigned *x = malloc(N * 4), *y = malloc(N * 4), s = 0;
  for (int i = 0; i < N; i++) {
    x[i] = (unsigned)i * 2654435761u;
    y[i] = (unsigned)i;
  }
  printf("%u\n", both(N, N, x, x));
  printf("%u\n", both(N, N / 2, x, x));
  printf("%u\n", both(N, N / 2, x, x + N / 2));
  printf("%u\n", both(N, N / 2, x, x + 12345));
  printf("%u\n", both(N / 2, N / 2, x, x + N / 4));
  const unsigned char *bytes = (const unsigned char *)x;
  printf("%u\n", mixed(N * 2, bytes + 2, (const unsigned short *)(bytes + 4)));
  printf("%u\n", mixed(N * 2, bytes, (const unsigned short *)(bytes + 4)));
  change(N, x, x, y);
  for (int i = 0; i < N; i++)
    s = s * 31 + y[i];
  printf("%u\n", s);
  free(x), free(y);
  return 0;
}
