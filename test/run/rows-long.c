// A few long rows go by elements on a device; so they may be longer than it lets a
// work-item loop.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

enum { ROWS = 9, PLACES = 100000 };

static int ptr[ROWS + 1];
static float val[PLACES], scale[ROWS];
static int out[PLACES];

static void
rows(int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int k = ptr[i]; k < ptr[i + 1]; k++) {
      val[k] = val[k] * scale[i] + k;
      if (k % 3)
        out[k] = i + k;
    }
}

// The same in steps, of which there may be none.
static void
steps(int n, int times)
{
#pragma loft
  for (int t = 0; t < times; t++)
    for (int i = 0; i < n; i++)
      for (int k = ptr[i]; k < ptr[i + 1]; k++)
        val[k] = val[k] * 0.5f + t;
}

int
main(void)
{
  static const int starts[ROWS + 1] = {5,     5,     80000, 80000, 80001,
                                       80001, 90000, 90003, 99000, PLACES};
  for (int i = 0; i < PLACES; i++)
    val[i] = (float)(i % 100);
  for (int i = 0; i <= ROWS; i++)
    ptr[i] = starts[i];
  for (int i = 0; i < ROWS; i++)
    scale[i] = (float)(i % 5) * 0.25f;
  for (int t = 0; t < 3; t++) {
    rows(ROWS);
    steps(ROWS, 2 * t);
    printf("%08x %08x\n", hash(val, sizeof val), hash(out, sizeof out));
  }
  return 0;
}
