// Sorting by counting: places that counts and running sums give, in arrays of
// declared lengths or the region's own; radix sorts as a whole, passes alone, of
// pairs, from the last value down, and places that several values share.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/hash.h"

enum { MOST = 60000, BITS = 8, DIGITS = 1 << BITS };

static unsigned a[MOST], b[MOST];
static unsigned char key[MOST];
static int value[MOST], out[MOST], first[DIGITS + 1];
static unsigned char out_key[MOST];

static void
radix_sort(int n)
{
#pragma loft region
  for (int shift = 0; shift < 32; shift += BITS) {
    int start[DIGITS] = {0}, sum = 0;
    for (int i = 0; i < n; i++)
      start[a[i] >> shift & (DIGITS - 1)]++;
    for (int k = 0; k < DIGITS; k++) {
      int count = start[k];
      start[k] = sum;
      sum += count;
    }
    for (int i = 0; i < n; i++)
      b[start[a[i] >> shift & (DIGITS - 1)]++] = a[i];
    for (int i = 0; i < n; i++)
      a[i] = b[i];
  }
}

// The same of a pointer's values, with an array of the region's own.
static void
radix_sort_down(unsigned *x, int n)
{
#pragma loft region
  {
    unsigned *t = malloc(n * sizeof *t);
    for (int shift = 0; shift < 32; shift += BITS) {
      int start[DIGITS] = {0}, sum = 0;
      for (int i = 0; i < n; i++)
        start[~x[i] >> shift & (DIGITS - 1)]++;
      for (int k = 0; k < DIGITS; k++) {
        int count = start[k];
        start[k] = sum;
        sum += count;
      }
      for (int i = 0; i < n; i++)
        t[start[~x[i] >> shift & (DIGITS - 1)]++] = x[i];
      for (int i = 0; i < n; i++)
        x[i] = t[i];
    }
    free(t);
  }
}

// The last pass of a sort of pairs by a key, C's usual two ways.
static void
pairs(int n)
{
  memset(first, 0, sizeof first);
#pragma loft
  for (int i = 0; i < n; i++)
    first[key[i] + 1]++;
  for (int k = 0; k < DIGITS; k++)
    first[k + 1] += first[k];
#pragma loft
  for (int i = 0; i < n; i++) {
    int at = first[key[i]]++;
    out[at] = value[i];
    out_key[at] = key[i];
  }
}

static void
from_the_end(int n)
{
#pragma loft
  for (int i = n - 1; i >= 0; i--)
    out[--first[key[i]]] = value[i];
}

// Elements of a key overwrite those of the next one, C's last one wins.
static void
overlapping(int n)
{
  for (int k = 0; k < DIGITS; k++)
    first[k] = k * 3;
#pragma loft
  for (int i = 0; i < n; i++)
    if (value[i] > 0)
      out[first[key[i]]++] = value[i];
}

static void
check(int n)
{
  for (int i = 0; i < n; i++) {
    unsigned r = (unsigned)i * 2654435761u ^ (unsigned)i << 7;
    a[i] = r % 5 ? r : 77;
    key[i] = (unsigned char)(r % 3 ? r >> 9 : 200);
    value[i] = (int)(r >> 3) % 2000 - 900;
  }
  radix_sort(n);
  int sorted = 1;
  for (int i = 1; i < n; i++)
    sorted &= a[i - 1] <= a[i];
  unsigned up = hash(a, sizeof a);
  radix_sort_down(a, n);
  for (int i = 1; i < n; i++)
    sorted &= a[i - 1] >= a[i];
  pairs(n);
  unsigned stable = hash(out, sizeof out);
  from_the_end(n);
  printf("%d: sorted %d %08x %08x %08x %08x %08x", n, sorted, up,
         hash(a, sizeof a), stable, hash(out, sizeof out), hash(out_key, sizeof out_key));
  overlapping(n);
  printf(" %08x %08x\n", hash(out, sizeof out), hash(first, sizeof first));
}

int
main(void)
{
  static const int sizes[] = {0, 1, 2, 255, 1000, 20000, MOST};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    check(sizes[i]);
  return 0;
}
