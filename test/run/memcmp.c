// memcmp of rows whose length is not constant, or long, as a condition.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: loop stays
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 60, W = 100 };

static uint8_t a[N * W], b[N * W];
static int x[N * W], key[W], same[N];

// How many rows are the same, and which differ.
__attribute__((noinline)) static int
rows(int n, size_t w, const uint8_t *p, const uint8_t *q, int *to)
{
  int count = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (memcmp(p + i * w, q + i * w, w) == 0)
      count++;
    to[i] = !memcmp(p + i * w, q, 70);
  }
  return count;
}

// A row of larger elements that is looked for.
__attribute__((noinline)) static int
find(int n, int w, const int *p, const int *k)
{
  int at = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (memcmp(p + i * w, k, (size_t)w * sizeof *k) == 0)
      at = i;
  return at;
}

int
main(void)
{
  for (int i = 0; i < N * W; i++) {
    a[i] = b[i] = (uint8_t)(i % W * 7);
    x[i] = i / W % 7 + i % W;
    if (i % 257 == 3)
      b[i]++;
  }
  for (int i = 0; i < W; i++)
    key[i] = 4 + i;
  printf("%d %d\n", rows(N, W, a, b, same), find(N, W, x, key));
  printf("%d\n", rows(N, 0, a, b, same));
  for (int i = 0; i < N; i++)
    printf("%d", same[i]);
  puts("");
}
