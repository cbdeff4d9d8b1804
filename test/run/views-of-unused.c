// Pointers that see the same memory as numbers of two types, which no other
// name of it is used for: one array.
// RUN: %clang -O2 -fno-strict-aliasing %s -o %t %link
// RUN: %three %t
#include "Inputs/hash.h"
#include <stdio.h>

enum { N = 3000 };

static void
both(void *memory)
{
  float *f = memory;
  unsigned *u = memory;
#pragma loft required
  for (int i = 0; i < N; i++) {
    u[i] ^= 0x80000000u;
    f[i] = f[i] * 2 + 1;
  }
}

static void
shifted(char *memory)
{
  unsigned *u = (unsigned *)memory;
  float *f = (float *)memory;
#pragma loft required
  for (int i = 0; i < N - 1; i++)
    f[i] = (u[i + 1] & 1) ? f[i] : -f[i];
}

static void
apart(void *memory, void *other)
{
  unsigned *u = memory;
  float *f = other;
#pragma loft required
  for (int i = 0; i < N; i++)
    u[i] += f[i] > 0;
}

int
main(void)
{
  static float x[N], y[N];
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i % 37) / 3 - 5;
    y[i] = (float)(i % 11) - 4;
  }
  both(x);
  shifted((char *)x);
  apart(x, y);
  printf("%x\n", hash(x, sizeof x));
  return 0;
}
