// Values written at places that are data: C's last one wins, whatever collides,
// under conditions, several in an iteration, in rows of unknown length.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/hash.h"

enum { PLACES = 700, MOST = 20000 };

static int *key, *perm, *x;
static float out[PLACES], moved[MOST];
static unsigned char small[PLACES];
static long large[2 * PLACES];
static int block[2 * PLACES + 2], inverse[MOST], first[PLACES], y[MOST];

static void
plain(int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    out[key[i]] = x[i] * 0.5f;
#pragma loft
  for (int i = 0; i < n; i++) {
    inverse[perm[i]] = i;
    moved[perm[i]] = x[i] * 0.25f;
  }
}

static void
conditional(int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      small[key[i]] = (unsigned char)x[i];
#pragma loft
  for (int i = 0; i < n; i++) {
    large[key[i]] = x[i];
    if (x[i] & 1)
      large[key[n - 1 - i] + 3] = -(long)i;
    y[i] = y[i] * 3 + x[i];
  }
}

// Blocks of elements, which may overlap.
static void
blocks(int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      block[key[i] * 2 + j] = x[i] - j;
}

// The first iteration that has a key, by going down.
static void
firsts(int n)
{
#pragma loft
  for (int i = n - 1; i >= 0; i--)
    first[key[i]] = i;
}

static void
check(int n)
{
  for (int i = 0; i < n; i++) {
    unsigned r = (unsigned)i * 2654435761u;
    key[i] = r % 7 ? (int)(r >> 8) % PLACES : 3; // one is common
    x[i] = (int)(r >> 3) % 2000 - 1000;
    perm[i] = n - 1 - i;
  }
  for (int i = 0; i + 7 < n; i += 5) {
    int t = perm[i];
    perm[i] = perm[i + 7];
    perm[i + 7] = t;
  }
  plain(n);
  conditional(n);
  blocks(n);
  firsts(n);
  printf("%d: %08x %08x %08x %08x %08x %08x %08x %08x\n", n, hash(out, sizeof out),
         hash(moved, sizeof moved), hash(small, sizeof small),
         hash(large, sizeof large), hash(inverse, sizeof inverse),
         hash(first, sizeof first), hash(block, sizeof block),
         hash(y, sizeof y));
}

int
main(void)
{
  static const int sizes[] = {0, 1, 2, 31, 300, 4097, MOST};
  key = calloc(MOST, sizeof *key);
  perm = calloc(MOST, sizeof *perm);
  x = calloc(MOST, sizeof *x);
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    check(sizes[i]);
  free(key);
  free(perm);
  free(x);
  return 0;
}
