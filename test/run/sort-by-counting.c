// Sorts by counting through plain pointers: whole ones, of each usual spelling,
// whose places are known without counting, and radix sorts that swap buffers.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/hash.h"

enum { MOST = 50000, KEYS = 256 };

typedef struct pair {
  unsigned key;
  float v;
} pair;

static void
up(pair *out, unsigned *rank, const pair *x, int n, int shift)
{
#pragma loft region
  {
    unsigned count[KEYS] = {0}, sum = 0;
    for (int i = 0; i < n; i++)
      count[(x[i].key >> shift) & 255]++;
    for (int k = 0; k < KEYS; k++) {
      unsigned s = count[k];
      count[k] = sum;
      sum += s;
    }
    for (int i = 0; i < n; i++) {
      unsigned to = count[(x[i].key >> shift) & 255]++;
      out[to] = x[i];
      rank[i] = to;
    }
  }
}

static void
down(unsigned *out, const unsigned *x, size_t n)
{
#pragma loft region
  {
    size_t count[KEYS];
    memset(count, 0, sizeof count);
    for (size_t i = 0; i < n; i++)
      count[x[i] & 255]++;
    for (int k = 1; k < KEYS; k++)
      count[k] += count[k - 1];
    for (size_t i = n; i-- > 0;)
      out[--count[x[i] & 255]] = x[i];
  }
}

// The starts in an array of their own, and places that only some take.
static void
apart(int *out, const int *x, const unsigned char *key, int n)
{
  int start[KEYS];
#pragma loft region
  {
    int count[KEYS] = {0};
    for (int i = 0; i < n; i++)
      count[key[i]]++;
    start[0] = 0;
    for (int k = 1; k < KEYS; k++)
      start[k] = start[k - 1] + count[k - 1];
    for (int i = 0; i < n; i++)
      if (x[i] % 3)
        out[start[key[i]]++] = x[i];
  }
}

// Rows of a sparse matrix from its elements.
static void
rows(int *begin, int *column, const int *from, const int *to, int n, int m)
{
#pragma loft region
  {
    for (int i = 0; i <= n; i++)
      begin[i] = 0;
    for (int e = 0; e < m; e++)
      begin[from[e] + 1]++;
    for (int i = 0; i < n; i++)
      begin[i + 1] += begin[i];
    for (int e = 0; e < m; e++)
      column[begin[from[e]]++] = to[e];
    for (int i = n; i > 0; i--)
      begin[i] = begin[i - 1];
    begin[0] = 0;
  }
}

// Counts that are 0 in front of the region.
static void
counted(int *out, int *count, const int *x, const int *key, int n, int keys)
{
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      count[key[i]]++;
    for (int k = 1; k < keys; k++)
      count[k] += count[k - 1];
    for (int i = n - 1; i >= 0; i--) {
      out[count[key[i]] - 1] = x[i];
      count[key[i]]--;
    }
  }
}

// The sorted keys are in "a".
static void
radix(unsigned *a, unsigned *b, int n)
{
#pragma loft
  for (int shift = 0; shift < 32; shift += 8) {
    unsigned count[KEYS] = {0}, sum = 0;
    for (int i = 0; i < n; i++)
      count[(a[i] >> shift) & 255]++;
    for (int k = 0; k < KEYS; k++) {
      unsigned s = count[k];
      count[k] = sum;
      sum += s;
    }
    for (int i = 0; i < n; i++)
      b[count[(a[i] >> shift) & 255]++] = a[i];
    unsigned *t = a;
    a = b;
    b = t;
  }
}

static void
check(int n)
{
  size_t room = (size_t)n + 1;
  pair *x = malloc(room * sizeof *x), *out = calloc(room, sizeof *out);
  unsigned *a = malloc(room * sizeof *a), *b = calloc(room, sizeof *b);
  int *key = malloc(room * sizeof *key), *v = malloc(room * sizeof *v);
  int *y = calloc(room, sizeof *y), *begin = calloc(1001, sizeof *begin);
  int count[300] = {0};
  unsigned char *small = malloc(room);
  for (int i = 0; i < n; i++) {
    unsigned r = (unsigned)i * 2654435761u ^ (unsigned)i << 7;
    x[i] = (pair){r % 5 ? r : 77, (float)i};
    a[i] = r ^ r >> 13;
    key[i] = (int)(r % 1000);
    small[i] = (unsigned char)(r % 3 ? r >> 9 : 200);
    v[i] = (int)(r >> 5) - 9000;
  }
  up(out, b, x, n, 4);
  printf("%d: %08x %08x", n, hash(out, (size_t)n * sizeof *out), hash(b, (size_t)n * 4));
  down(b, a, (size_t)n);
  printf(" %08x", hash(b, (size_t)n * 4));
  apart(y, v, small, n);
  printf(" %08x", hash(y, (size_t)n * 4));
  rows(begin, y, key, v, 1000, n);
  printf(" %08x %08x", hash(begin, 1001 * 4), hash(y, (size_t)n * 4));
  for (int i = 0; i < n; i++)
    key[i] %= 300;
  counted(y, count, v, key, n, 300);
  printf(" %08x %08x", hash(y, (size_t)n * 4), hash(count, sizeof count));
  radix(a, b, n);
  int sorted = 1;
  for (int i = 1; i < n; i++)
    sorted &= a[i - 1] <= a[i];
  printf(" %08x %08x sorted %d\n", hash(a, (size_t)n * 4), hash(b, (size_t)n * 4), sorted);
  free(x), free(out), free(a), free(b), free(key), free(v), free(y), free(begin), free(small);
}

int
main(void)
{
  static const int sizes[] = {0, 1, 2, 255, 1000, 20000, MOST};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    check(sizes[i]);
  return 0;
}
