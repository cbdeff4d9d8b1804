// Rows one behind the other whose lengths are data, written in order, beside
// the lengths: where they end is known before the region.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck %s
// CHECK-NOT: original
// CHECK: scale ({{.*}}): cpu
// CHECK: join ({{.*}}): cpu
// CHECK: join ({{.*}}): cpu
// CHECK: number ({{.*}}): cpu
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

enum { N = 30, ROOM = 20 * N };

static void
scale(int n, const int *width, const float *weight, float *x)
{
  int j = 0;
#pragma loft exact
  for (int i = 0; i < n; i++) {
    j += width[i];
    if (weight[i] < 1)
      continue;
    for (int l = -width[i]; l < 0; l++)
      x[j + l] *= weight[i];
  }
}

static void
join(int n, const unsigned *length, const char *from, unsigned k, char *out)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    memcpy(out + k, from + i, length[i]);
    k += length[i];
  }
}

static void
number(int n, const int *width, const float *weight, unsigned k, float *x)
{
#pragma loft exact
  for (int i = 0; i < n; i++) {
    if (weight[i] > 0)
      for (int l = 0; l < width[i]; l++)
        x[k + l] = (float)(i + l);
    k += width[i];
  }
}

int
main(void)
{
  static struct {
    float x[ROOM], weight[N];
    int width[N];
    char out[2 * ROOM];
    unsigned length[N];
    char from[2 * N];
    float more[ROOM + N];
  } all;
  for (int i = 0; i < ROOM; i++)
    all.x[i] = (float)(i % 37);
  for (int i = 0; i < N; i++) {
    all.weight[i] = (float)(i % 4) / 2;
    all.width[i] = i * 7 % 20;
    all.length[i] = (unsigned)(i * 5 % 20);
  }
  for (int i = 0; i < 2 * N; i++)
    all.from[i] = (char)('a' + i % 26);
  scale(N, all.width, all.weight, all.x);
  join(N, all.length, all.from, 0, all.out);
  join(N, all.length, all.from, 3, all.out + ROOM);
  number(N, all.width, all.weight, 2, all.more);
  printf("%08x\n", hash(&all, sizeof all));
  return 0;
}
