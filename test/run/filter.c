// Filters: elements that iterations append by counters, which live on: several
// outputs and counters, both branches, pairs, pointers, counters that start
// anywhere; nothing behind what C writes is touched.
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
