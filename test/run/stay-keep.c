// Results of regions in functions that are called in a statement stay where
// `keep` names all their arrays, and come back at its end, however it is left.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1 %run%t \
// RUN:   2>%t.log
// RUN: FileCheck %s --input-file=%t.log
//
// Four steps, of which the second uses more of an array than stays.
// CHECK: step{{.*}} down 0 B
// CHECK-NEXT: step{{.*}} up 8 B {{.*}} down 0 B
// CHECK-NEXT: step{{.*}} up 0 B {{.*}} down 0 B
// CHECK-NEXT: step{{.*}} up 0 B {{.*}} down 0 B
// CHECK-NEXT: step{{.*}}what stayed comes back, 1 MiB
// The end comes in the third of nine steps; "other" is not named.
// CHECK-NEXT: step{{.*}} down 0 B
// CHECK-NEXT: step{{.*}} down 0 B
// CHECK-NEXT: step{{.*}} down 0 B
// CHECK-NEXT: step{{.*}}what stayed comes back, 1 MiB
// CHECK-NEXT: step{{.*}} down 512 KiB
// CHECK-NOT: step
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 17 };
static int *a, *b;
static int other[N];

__attribute__((noinline)) static void
step(int n, const int *restrict x, int *restrict y) {
#pragma loft
  for (int i = 1; i < n - 1; i++)
    y[i] = x[i - 1] * 3 - x[i + 1];
}

__attribute__((noinline)) static void
some(int times) {
#pragma loft keep(a, b)
  for (int k = 0; k < times; k++) {
    int *t = a;
    step(N, a, b);
    a = b;
    b = t;
  }
}

__attribute__((noinline)) static int
until(int times, int last) {
#pragma loft keep(a, b)
  {
    for (int k = 0; k < times; k++) {
      step(N, k % 2 ? b : a, k % 2 ? a : b);
      if (k == last)
        return k;
    }
  }
  return times;
}

static void
show(const char *what) {
  unsigned h = 1;
  for (int i = 0; i < N; i++)
    h = ((h ^ (unsigned)a[i]) * 16777619u + (unsigned)b[i]) ^
        (unsigned)other[i];
  printf("%s %u\n", what, h);
}

int
main(void) {
  a = malloc(N * sizeof *a);
  b = malloc(N * sizeof *b);
  for (int i = 0; i < N; i++)
    a[i] = i % 1000, b[i] = i;
  some(4);
  show("some");
  printf("%d\n", until(9, 2));
  show("until");
#pragma loft keep(a)
  step(N, a, other);
  show("other");
  free(a), free(b);
  return 0;
}
