// Filters: elements that iterations append by counters, which live on: several
// outputs and counters, both branches, pairs, pointers, counters that start
// anywhere or are of the last element; nothing behind what C writes is touched.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/hash.h"

static int *x, *out, *at;
static double *d, *low, *high;
static char *text, *words;

static int
keep(int n, int limit, int k)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > limit)
      out[k++] = x[i];
  return k;
}

// A counter that would wrap, had it something to count.
static unsigned
keep_unsigned(unsigned n, int limit, unsigned k)
{
#pragma loft
  for (unsigned i = 0; i < n; i++)
    if (x[i] > limit)
      out[k++] = x[i];
  return k;
}

static int
places(int n, int limit)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] <= limit)
      continue;
    out[k] = x[i] / 2;
    at[k] = i;
    k++;
  }
  return k;
}

static long
partition(long n, double by)
{
  long a = 0, b = 2;
#pragma loft
  for (long i = 0; i < n; i++)
    if (d[i] < by)
      low[a++] = d[i];
    else
      high[b++] = -d[i];
  return a * 1000003 + b;
}

static size_t
pairs(size_t n, size_t k)
{
#pragma loft
  for (size_t i = 0; i < n; i++)
    if (x[i] & 1) {
      out[2 * k] = x[i];
      out[2 * k + 1] = (int)i;
      k++;
    }
  return k;
}

static int
unique(int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (i == 0 || x[i] >> 8 != x[i - 1] >> 8) {
      out[k++] = x[i] >> 8;
      if (i % 3 == 0)
        out[k++] = -i;
    }
  return k;
}

static long
squeeze(int n)
{
  char *p = words;
#pragma loft
  for (int i = 0; i < n; i++)
    if (text[i] != ' ')
      *p++ = text[i];
  return p - words;
}

// The counter is of the last element.
static int
ahead(int n, int limit, int k)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    out[++k] = x[i];
    if (x[i] > limit)
      out[++k] = i;
  }
  return k;
}

static unsigned
ahead_unsigned(int n, unsigned k)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] & 2) {
      k++;
      out[k] = x[i];
    } else {
      k++;
      out[k] = -x[i];
    }
  return k;
}

static int
ahead_pairs(int n, int k)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] & 2) {
      k += 2;
      out[k] = x[i];
      out[k - 1] = i;
    }
  return k;
}

// Counts from 1.
static long
from_one(int n, int limit, long k)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > limit) {
      out[k - 1] = x[i];
      at[k + 2] = i;
      k++;
    }
  return k;
}

static long
squeeze_ahead(int n)
{
  char *p = words;
#pragma loft
  for (int i = 0; i < n; i++)
    if (text[i] != ' ')
      *++p = text[i];
  return p - words;
}

static int
ahead_nest(int n, int limit)
{
  int k = -1;
#pragma loft
  for (int i = 0; i < n / 16; i++)
    for (int j = 0; j < 16; j++)
      if (x[i * 16 + j] > limit)
        out[++k] = j;
  return k;
}

enum { MOST = 70000 };

static void
show(const char *what, int n, long k)
{
  printf("%s %d: %ld %08x %08x %08x %08x %08x\n", what, n, k,
         hash(out, 2 * MOST * sizeof *out), hash(at, MOST * sizeof *at),
         hash(low, MOST * sizeof *low), hash(high, MOST * sizeof *high),
         hash(words, MOST));
  memset(out, 7, 2 * MOST * sizeof *out);
  memset(at, 7, MOST * sizeof *at);
}

static void
check(int n)
{
  for (int i = 0; i < n; i++) {
    unsigned r = (unsigned)i * 2654435761u;
    x[i] = (int)(r >> 16) % 3000 - 1000;
    d[i] = (double)(r >> 4) / 4096;
    text[i] = r % 5 ? (char)('a' + r % 26) : ' ';
  }
  show("keep", n, keep(n, 0, 0));
  show("none", n, keep(n, 1 << 20, 3));
  show("all", n, keep(n, -(1 << 20), 5));
  show("unsigned", n, keep_unsigned((unsigned)n, 100, 1));
  show("places", n, places(n, 500));
  show("partition", n, partition(n, 1e5));
  show("pairs", n, (long)pairs((size_t)n, 1));
  show("unique", n, unique(n));
  show("squeeze", n, squeeze(n));
  show("ahead", n, ahead(n, 300, -1));
  show("ahead all", n, ahead(n, -5000, 4));
  show("ahead unsigned", n, ahead_unsigned(n / 2, 3));
  show("ahead pairs", n, ahead_pairs(n, -1));
  show("from one", n, from_one(n, 200, 1));
  show("squeeze ahead", n, squeeze_ahead(n));
  show("ahead nest", n, ahead_nest(n, 100));
}

int
main(void)
{
  static const int sizes[] = {0, 1, 2, 17, 255, 4096, 65537};
  x = calloc(MOST, sizeof *x);
  out = calloc(2 * MOST, sizeof *out);
  at = calloc(MOST, sizeof *at);
  d = calloc(MOST, sizeof *d);
  low = calloc(MOST, sizeof *low);
  high = calloc(MOST, sizeof *high);
  text = calloc(MOST, 1);
  words = calloc(MOST, 1);
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    check(sizes[i]);
  return 0;
}
