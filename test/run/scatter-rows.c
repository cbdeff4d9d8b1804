// Values written at places that are data from rows of unknown length: the last
// one wins, of an iteration and of them all.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t cpu
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

enum { PLACES = 900, MOST = 20000 };

static int *key, *start;
static int parent[PLACES], y[MOST + 1];

static void
rows(int n, int now)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] += now;
    for (int k = start[i]; k < start[i + 1]; k++)
      if ((key[k] ^ now) & 1)
        parent[key[k]] = i * 2 + k;
  }
}

int
main(void)
{
  static const int sizes[] = {0, 1, 2, 31, 300, 4097, MOST};
  key = calloc(4 * MOST, sizeof *key);
  start = calloc(MOST + 1, sizeof *start);
  for (int i = 0; i < 4 * MOST; i++)
    key[i] = (int)((unsigned)i * 2654435761u >> 8) % PLACES;
  for (int i = 0; i <= MOST; i++)
    start[i] = 3 * i - i % 5;
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    rows(sizes[i], (int)i);
    printf("%d: %08x %08x\n", sizes[i], hash(parent, sizeof parent),
           hash(y, sizeof y));
  }
  free(key);
  free(start);
  return 0;
}
