// Unsigned subscripts of 8 and 16 bits: rows, and arrays that 16 bits select
// from, end where the data says, and not where the type does.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stdint.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { COUNT = 40, LONG = 30 };
// The results stand behind what is read.
static struct {
  float in[COUNT * LONG], bytes[COUNT], shorts[COUNT], flat[COUNT];
} all;

static void
pick_bytes(int n, float *y, float **rows, const uint8_t *c)
{
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = rows[i][c[i]];
}

static void
pick_shorts(int n, float *y, float **rows, const uint16_t *c)
{
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = rows[i][c[i]];
}

static void
pick_flat(int n, float *y, const float *x, const uint16_t *c)
{
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[c[i]];
}

int
main(void)
{
  float *rows[COUNT];
  uint8_t bytes[COUNT];
  uint16_t shorts[COUNT];
  for (int i = 0; i < COUNT * LONG; i++)
    all.in[i] = (float)(i * 11 % 251);
  for (int i = 0; i < COUNT; i++) {
    rows[i] = all.in + i * LONG;
    bytes[i] = (uint8_t)(i * 5 % LONG);
    shorts[i] = (uint16_t)(i * 7 % LONG);
  }
  pick_bytes(COUNT, all.bytes, rows, bytes);
  pick_shorts(COUNT, all.shorts, rows, shorts);
  pick_flat(COUNT, all.flat, all.in, shorts);
  printf("%08x\n", hash(&all, sizeof all));
  return 0;
}
