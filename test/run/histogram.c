// Histograms and sums by key: elements that iterations share, in integers of
// every size, by each operator, with skewed and missing keys, in nests.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/hash.h"

enum { BINS = 300 };

static int *key, *x;
static unsigned char *pixel;
static unsigned char h8[BINS];
static short h16[BINS];
static int h32[BINS], low[BINS], high[BINS];
static unsigned long long h64[BINS];
static unsigned set[BINS], levels[256], pairs[16][16];
static long product[2 * BINS];
static float sums[BINS];
static double total[BINS];

static void
counts(int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    h8[key[i]]++;
#pragma loft
  for (int i = 0; i < n; i++)
    h16[key[i]] -= x[i];
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] & 1)
      h32[key[i]] += x[i];
#pragma loft
  for (int i = 0; i < n; i++) {
    h64[key[i]] *= 2 * (unsigned)x[i] + 1;
    set[key[i]] |= 1u << (x[i] & 31);
  }
}

static void
extremes(int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    low[key[i]] = x[i] < low[key[i]] ? x[i] : low[key[i]];
    high[key[i]] = x[i] > high[key[i]] ? x[i] : high[key[i]];
  }
}

static void
image(int w, int h)
{
#pragma loft
  for (int r = 0; r < h; r++)
    for (int c = 0; c < w; c++)
      levels[pixel[r * w + c]]++;
#pragma loft
  for (int r = 0; r + 1 < h; r++)
    for (int c = 0; c < w; c++)
      pairs[pixel[r * w + c] >> 4][pixel[(r + 1) * w + c] >> 4] ^= 1u << (c & 7);
}

static void
polynomial(const int *a, const int *b, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      product[i + j] += (long)a[i] * b[j];
}

// Sums of quarters are exact in any order.
static void
weights(int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] & 2)
      sums[key[i]] += x[i] * 0.25f;
    total[key[i] / 2] -= x[i] * 0.5;
  }
}

// Extrema under conditions, in types of every size.
static void
extremes_if(int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > high[key[i]])
      high[key[i]] = x[i];
#pragma loft
  for (int i = 0; i < n; i++) {
    unsigned char v = (unsigned char)(x[i] & 63);
    if (x[i] > 0 && v <= h8[key[i]])
      h8[key[i]] = v;
  }
#pragma loft
  for (int i = 0; i < n; i++) {
    if (h16[key[i]] >= pixel[i])
      continue;
    h16[key[i]] = pixel[i];
  }
#pragma loft
  for (int i = 0; i < n; i++)
    if (h64[key[i]] > (unsigned)x[i])
      h64[key[i]] = (unsigned)x[i];
}

// Counts by a key that has no element where nothing is counted.
static int
sparse(const int *keys, int *count, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (keys[i] >= 0)
      count[keys[i]]++;
  return n;
}

// Either branch counts, and not where the iteration goes on.
static void
branches(int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 500)
      h32[key[i]] += 3;
    else {
      if (x[i] % 3 == 0)
        continue;
      if (x[i] < 0)
        h32[key[i]]--;
      else
        h32[(key[i] + 1) % BINS] += x[i];
    }
  }
}

static void
check(int n)
{
  for (int i = 0; i < n; i++) {
    unsigned r = (unsigned)i * 2654435761u;
    key[i] = r % 7 ? (int)(r >> 8) % BINS : 3; // one is common
    x[i] = (int)(r >> 3) % 2000 - 1000;
    pixel[i] = (unsigned char)(r >> 11);
  }
  memset(low, 0, sizeof low);
  memset(high, 0, sizeof high);
  counts(n);
  extremes(n);
  extremes_if(n);
  image(n > 10 ? n / 7 : n, n > 10 ? 7 : 1);
  weights(n);
  branches(n);
  polynomial(x, key, n < BINS ? n : BINS);
  for (int i = 0; i < n; i++)
    if (i % 3 == 0)
      key[i] = -1 - i;
  sparse(key, h32, n);
  printf("%d: %08x %08x %08x %08x %08x %08x %08x %08x %08x %08x %08x %08x\n",
         n,
         hash(h8, sizeof h8), hash(h16, sizeof h16), hash(h32, sizeof h32),
         hash(h64, sizeof h64), hash(set, sizeof set), hash(low, sizeof low),
         hash(high, sizeof high), hash(levels, sizeof levels),
         hash(pairs, sizeof pairs), hash(product, sizeof product),
         hash(sums, sizeof sums), hash(total, sizeof total));
}

int
main(void)
{
  static const int sizes[] = {0, 1, 2, 31, 300, 4097, 100000};
  key = calloc(100000, sizeof *key);
  x = calloc(100000, sizeof *x);
  pixel = calloc(100000, 1);
  for (int i = 0; i < BINS; i++)
    h64[i] = 1;
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    check(sizes[i]);
  free(key);
  free(x);
  free(pixel);
  return 0;
}
