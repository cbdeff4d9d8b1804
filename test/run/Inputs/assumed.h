// Counts of keys, again and again, of which each call may assume the range of
// an earlier one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"

enum { KEYS = 300000, LEAST = 300, RANGE = 64, BINS = 800 };

static int key[KEYS], bins[BINS], expected[BINS];

// Keys of a range that changes with "seed" in order, not in extent.
static void
make_keys(unsigned seed) {
  for (unsigned i = 0; i < KEYS; i++) {
    unsigned k = (i + seed) * 2654435761u;
    key[i] = LEAST + (int)((k >> 16) % RANGE);
  }
  key[0] = LEAST;
  key[1] = LEAST + RANGE - 1;
}

__attribute__((noinline)) static void
count(int n, int *b, const int *k) {
#pragma loft required
  for (int i = 0; i < n; i++)
    b[k[i]]++;
}

__attribute__((noinline)) static void
count_plainly(int n, int *b, const int *k) {
  for (int i = 0; i < n; i++)
    b[k[i]]++;
}

// Counts both ways; ends the program where they differ.
static void
compare(const char *what) {
  count(KEYS, bins, key);
  count_plainly(KEYS, expected, key);
  if (memcmp(bins, expected, sizeof bins))
    exit(1);
  fprintf(stderr, "%s\n", what);
}
