// Elements by key that iterations exchange: lists of cells, chains of hash
// tables, heads of adjacency lists, last places and last values, with keys that
// are common or missing, more keys than iterations, and under conditions.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/hash.h"

enum { KEYS = 500, MOST = 40000 };

typedef struct edge {
  int to, next;
} edge;

static void
cells(int *next, int *head, const int *cell, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    next[i] = head[cell[i]];
    head[cell[i]] = i;
  }
}

static void
chains(unsigned *next, unsigned *bucket, const unsigned *key, unsigned n, unsigned mask)
{
#pragma loft
  for (unsigned i = 0; i < n; i++) {
    unsigned h = (key[i] * 2654435761u >> 7) & mask;
    next[i] = bucket[h];
    bucket[h] = i + 1;
  }
}

static void
edges(edge *e, int *head, const int *u, const int *v, int m)
{
#pragma loft
  for (int i = m - 1; i >= 0; i--) {
    e[i].to = v[i];
    e[i].next = head[u[i]];
    head[u[i]] = i;
  }
}

static long
gaps(int *gap, long *last, const unsigned char *text, int n)
{
  long sum = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    long was = last[text[i]];
    last[text[i]] = i;
    gap[i] = (int)(i - was);
    sum += was;
  }
  return sum;
}

static void
changes(float *out, float *last, const int *key, const float *x, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (key[i] >= 0) {
      float was = last[key[i]];
      out[i] = x[i] * 2 - was;
      if (x[i] < 100)
        last[key[i]] = x[i] * 2;
    }
}

// Each sum is kept until the next iteration with its key.
static void
before(double *out, double *last, const int *key, const short *x, int n, int m)
{
#pragma loft
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) {
      out[i] += last[key[i]];
      last[key[i]] = x[i] * 0.25 + j;
    }
}

static void
check(int n)
{
  size_t room = (size_t)n + 1;
  int *key = malloc(room * 4), *next = calloc(room, 4), *head = malloc((KEYS + 1) * 4);
  unsigned *hashed = malloc(room * 4), *bucket = calloc(65536, 4);
  unsigned char *text = malloc(room);
  float *x = malloc(room * 4), *y = calloc(room, 4), last[KEYS] = {0};
  double *sum = calloc(room, 8), *kept = calloc(KEYS, 8);
  short *s = malloc(room * 2);
  edge *e = calloc(room, sizeof *e);
  long at[256];
  for (int i = 0; i < 256; i++)
    at[i] = -1 - i;
  memset(head, -1, (KEYS + 1) * 4);
  for (int i = 0; i < n; i++) {
    unsigned r = (unsigned)i * 2654435761u ^ (unsigned)i << 9;
    key[i] = r % 7 ? (int)(r >> 8) % KEYS : 3;
    hashed[i] = r >> 3;
    text[i] = (unsigned char)(r >> 11);
    x[i] = (float)(r >> 20) / 8;
    s[i] = (short)(r >> 5);
  }
  cells(next, head, key, n);
  printf("%d: %08x %08x", n, hash(next, (size_t)n * 4), hash(head, KEYS * 4));
  edges(e, head, key, next, n);
  printf(" %08x %08x", hash(e, (size_t)n * 8), hash(head, KEYS * 4));
  chains((unsigned *)next, bucket, hashed, (unsigned)n, 65535);
  printf(" %08x %08x", hash(next, (size_t)n * 4), hash(bucket, 65536 * 4));
  long total = gaps(next, at, text, n);
  printf(" %08x %08x %ld", hash(next, (size_t)n * 4), hash(at, sizeof at), total);
  before(sum, kept, key, s, n, 3);
  printf(" %08x %08x", hash(sum, (size_t)n * 8), hash(kept, KEYS * 8));
  for (int i = 0; i < n; i += 3)
    key[i] = -1000000 - i;
  changes(y, last, key, x, n);
  printf(" %08x %08x\n", hash(y, (size_t)n * 4), hash(last, sizeof last));
  free(key), free(next), free(head), free(hashed), free(bucket), free(text);
  free(x), free(y), free(sum), free(kept), free(s), free(e);
}

int
main(void)
{
  static const int sizes[] = {0, 1, 2, 31, 1000, 20000, MOST};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    check(sizes[i]);
  return 0;
}
