// An assertion and a test in front of a loop make it parallel; where they do not
// hold the program does not get there.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: warning: loop stays
#undef NDEBUG
#include "Inputs/hash.h"
#include <assert.h>
#include <stdio.h>

enum { N = 900 };
static int a[4 * N];

#define FN __attribute__((noinline)) static

FN void
halves(int n, int k, int *v) {
  assert(k % 2 == 1);
#pragma loft required
  for (int i = 0; i < n; i++)
    v[2 * i] = v[2 * i + k] * 3 + i;
}

FN int
rows(int h, int w, int stride, int *v) {
  if (h <= 0 || stride < w)
    return -1;
#pragma loft required
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      v[y * stride + x] = v[y * stride + x] * 5 + y;
  return h;
}

int
main(void) {
  for (int i = 0; i < 4 * N; i++)
    a[i] = i * 7 % 1000;
  halves(N, 1, a);
  halves(N, 3, a);
  int done = rows(30, 20, 25, a) + rows(30, 20, 20, a) + rows(30, 20, 19, a);
  printf("%d %u\n", done, hash(a, sizeof a));
  return 0;
}
