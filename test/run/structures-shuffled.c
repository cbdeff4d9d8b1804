// Structures behind pointers in any order: side by side, so that they share
// words but no bytes; apart; one of them twice, and one that begins within
// another, for which the original loop runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-COUNT-4: cpu,
// CHECK-COUNT-2: original: the memory of p and p overlaps
// CHECK-NOT: {{cpu,|original}}
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 300 };

typedef struct {
  float x, v;
  int n;
} small;

static union {
  small s[2 * N];
  float f[6 * N];
} all;

static void
move(small **p, int n, float dt)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    p[i]->x += dt * p[i]->v;
    p[i]->n++;
  }
}

static int
count(small **p, small **q, int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    q[i]->x = p[i]->v;
    k += p[i]->n;
  }
  return k;
}

int
main(void)
{
  small *p[N], *q[N];
  int k = 0;
  for (int i = 0; i < 6 * N; i++)
    all.f[i] = (float)(i % 37);
  for (int each = 1; each < 3; each++) {
    for (int i = 0; i < N; i++)
      p[i] = &all.s[i * 77 % N * each];
    move(p, N, .5f);
    for (int i = 0; i < N; i++)
      q[i] = &all.s[N + i * 7 % N], p[i] = &all.s[i * 7 / 8];
    k += count(p, q, N);
  }
  for (int i = 0; i < N; i++)
    p[i] = &all.s[i * 77 % N];
  p[N / 2] = p[N / 3];
  move(p, N, .5f);
  p[N / 2] = (small *)(void *)&all.f[1];
  move(p, N, .5f);
  printf("%d %08x\n", k, hash(&all, sizeof all));
  return 0;
}
