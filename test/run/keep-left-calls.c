// Results that stay on a device come back before the original loop runs because
// of a call that only it makes.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.original
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe %run%t > %t.vulkan
// RUN: cmp %t.original %t.vulkan
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

enum { N = 1 << 16 };
static int calls;

__attribute__((noinline)) static void
bad(const char *what, int v)
{
  calls += v + what[0];
}

__attribute__((noinline)) static void
add(int n, const int *restrict x, int *restrict y)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    y[i] += x[i];
}

__attribute__((noinline)) static void
copy(int n, const int *restrict x, int *restrict y, int bound)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    y[i] = x[i];
    if (x[i] > bound) {
      void (*volatile f)(const char *, int) = bad;
      f("large", i);
      return;
    }
  }
}

int
main(void)
{
  int *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
  for (int i = 0; i < N; i++) {
    a[i] = i + 1;
    b[i] = 7;
  }
#pragma loft keep(a, b)
  for (int r = 0; r < 3; r++) {
    add(N, a, b);
    copy(N, a, b, r == 1 ? 1000 : 1 << 30);
    add(N, b, a);
  }
  printf("%u %u %d\n", hash(a, N * sizeof *a), hash(b, N * sizeof *b), calls);
  free(a);
  free(b);
  return 0;
}
