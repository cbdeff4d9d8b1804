// Running folds by key: what iterations read of elements that they fold into, by
// each operator, in integers of every size, with skewed and missing keys, under
// conditions, with one key and with more keys than iterations.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/hash.h"

enum { BINS = 300, MOST = 100000 };

static int key[MOST], x[MOST], y[MOST];
static long wide[MOST];
static unsigned char pixel[MOST], small[MOST];
static unsigned char h8[256], mask[BINS];
static short h16[BINS];
static int h32[BINS + 10], many[1 << 20];
static unsigned product[BINS];
static long long h64[BINS];

static void
counts(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = h32[key[i]]++;
#pragma loft
  for (int i = 0; i < n; i++)
    small[i] = --h8[pixel[i]];
#pragma loft
  for (int i = 0; i < n; i++) {
    h16[key[i]] -= x[i];
    wide[i] += h16[key[i]];
  }
}

static void
operators(int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] ^= (int)product[key[i]];
    product[key[i]] *= 2 * (unsigned)x[i] + 1;
  }
#pragma loft
  for (int i = 0; i < n; i++) {
    small[i] += mask[key[i]];
    mask[key[i]] |= (unsigned char)(1 << (x[i] & 7));
  }
#pragma loft
  for (int i = 0; i < n; i++)
    wide[i] ^= h64[key[i]] ^= (long long)x[i] * x[i];
}

// Keys have no element where the condition does not hold; one is all there is.
static int
conditions(const int *keys, int *one, int n) {
  int sum = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (keys[i] >= 0) {
      int at = h32[keys[i] + 10];
      if (x[i] & 1)
        h32[keys[i] + 10] = at + x[i];
      sum += at;
    }
#pragma loft
  for (int i = 0; i < n; i++) {
    int at = one[pixel[i] >> 7];
    one[pixel[i] >> 7] = at - 3;
    y[i] += at;
  }
  return sum;
}

static void
many_keys(int n) {
  for (int i = 0; i < n; i++)
    key[i] = (int)((unsigned)i * 2654435761u >> 12);
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] += many[key[i]]++;
}

static void
check(int n) {
  int one[2] = {7, -9};
  for (int i = 0; i < n; i++) {
    unsigned r = (unsigned)i * 2654435761u;
    key[i] = r % 7 ? (int)(r >> 8) % BINS : 3; // one is common
    x[i] = (int)(r >> 3) % 200 - 100;
    pixel[i] = (unsigned char)(r >> 11);
  }
  counts(n);
  operators(n);
  for (int i = 0; i < n; i++)
    if (i % 3 == 0)
      key[i] = -1000000 - i;
  int sum = conditions(key, one, n);
  many_keys(n < 20000 ? n : 20000); // which go in order
  printf("%d: %08x %08x %08x %08x %08x %08x %08x %08x %08x %08x %d %d %d\n", n,
         hash(y, sizeof y), hash(wide, sizeof wide), hash(small, sizeof small),
         hash(h8, sizeof h8), hash(mask, sizeof mask), hash(h16, sizeof h16),
         hash(h32, sizeof h32), hash(product, sizeof product),
         hash(h64, sizeof h64), hash(many, sizeof many), one[0], one[1], sum);
}

int
main(void) {
  static const int sizes[] = {0, 1, 2, 31, 1000, 20000, MOST};
  for (int i = 0; i < BINS; i++)
    product[i] = 1;
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    check(sizes[i]);
  return 0;
}
