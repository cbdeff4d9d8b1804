// Sorts by counting whose places start as copies of sums, and ones that write
// out as many of each key as were counted: what they touch follows from the
// number of keys.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/hash.h"

// Rows of a sparse matrix, whose begins stay.
static void
rows(int *begin, int *at, int *column, const int *from, const int *to, int n,
     int m) {
#pragma loft region
  {
    for (int i = 0; i <= n; i++)
      begin[i] = 0;
    for (int e = 0; e < m; e++)
      begin[from[e] + 1]++;
    for (int i = 0; i < n; i++)
      begin[i + 1] += begin[i];
    for (int i = 0; i < n; i++)
      at[i] = begin[i];
    for (int e = 0; e < m; e++)
      column[at[from[e]]++] = to[e];
  }
}

// The last place of each key first, from a copy in one call.
static void
backwards(unsigned *count, unsigned *last, float *out, const int *key,
          const float *x, size_t n) {
#pragma loft region
  {
    memset(count, 0, 100 * sizeof *count);
    for (size_t i = 0; i < n; i++)
      count[key[i]]++;
    for (int k = 1; k < 100; k++)
      count[k] += count[k - 1];
    memcpy(last, count, 100 * sizeof *last);
    for (size_t i = n; i-- > 0;)
      out[--last[key[i]]] = x[i];
  }
}

// The keys themselves, in order.
static void
runs(int *count, int *out, const int *key, int n, int m) {
#pragma loft region
  {
    for (int k = 0; k < m; k++)
      count[k] = 0;
    for (int i = 0; i < n; i++)
      count[key[i]]++;
    int at = 0;
    for (int k = 0; k < m; k++)
      for (int j = 0; j < count[k]; j++)
        out[at++] = k;
  }
}

// All of them.
static void
check(int n) {
  size_t room = (size_t)n * sizeof(int);
  int *key = malloc(room + 4), *to = malloc(room + 4),
      *out = calloc(1, room + 4);
  float *x = malloc(room + 4), *y = calloc(1, room + 4);
  int *begin = calloc(101, sizeof *begin), *at = calloc(100, sizeof *at);
  for (int i = 0; i < n; i++) {
    unsigned r = (unsigned)i * 2654435761u ^ (unsigned)i << 7;
    key[i] = (int)(r % 5 ? r % 100 : 7);
    to[i] = (int)(r >> 5) - 9000;
    x[i] = (float)(r >> 9);
  }
  rows(begin, at, out, key, to, 100, n);
  printf("%d: %08x %08x %08x", n, hash(begin, 404), hash(at, 400),
         hash(out, room));
  backwards((unsigned *)begin, (unsigned *)at, y, key, x, (size_t)n);
  printf(" %08x %08x %08x", hash(begin, 400), hash(at, 400), hash(y, room));
  runs(begin, out, key, n, 100);
  printf(" %08x %08x\n", hash(begin, 400), hash(out, room));
  free(key), free(to), free(out), free(x), free(y), free(begin), free(at);
}

int
main(void) {
  static const int sizes[] = {0, 1, 100, 2000, 4000};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    check(sizes[i]);
  return 0;
}
