// The passes of sorts by counting, each a region of its own, through plain
// pointers: the places of the last one are known by counting its keys before it
// runs. Skewed keys, missing ones, keys from below 0 on, steps of three.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

enum { MOST = 12000, KEYS = 256 };

static void
sort(unsigned *out, float *out_value, const unsigned *x, const float *value, int n, int shift)
{
  unsigned start[KEYS] = {0}, sum = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    start[x[i] >> shift & 255]++;
#pragma loft
  for (int k = 0; k < KEYS; k++) {
    unsigned s = start[k];
    start[k] = sum;
    sum += s;
  }
#pragma loft
  for (int i = 0; i < n; i++) {
    unsigned to = start[x[i] >> shift & 255]++;
    out[to] = x[i];
    out_value[to] = value[i];
  }
}

static void
sort_down(int *out, int *end, const int *x, int n)
{
#pragma loft
  for (int i = n - 1; i >= 0; i--)
    out[--end[x[i]]] = x[i];
}

// Three elements for each key, some keys left out.
static void
triples(int *out, long *at, const int *key, const int *x, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      long to = at[key[i]];
      at[key[i]] = to + 3;
      out[to] = x[i];
      out[to + 1] = i;
    }
}

static void
check(int n)
{
  size_t room = (size_t)n * 3 + 8;
  unsigned *x = malloc(room * 4), *y = calloc(room, 4);
  float *v = malloc(room * 4), *w = calloc(room, 4);
  int *s = malloc(room * 4), *t = calloc(room, 4);
  int *key = malloc(room * 4), *out = calloc(room, 4), end[1000] = {0};
  long at[40] = {0};
  for (int i = 0; i < n; i++) {
    x[i] = (unsigned)i * 2654435761u ^ (unsigned)i << 7;
    x[i] = x[i] % 5 ? x[i] : 77;
    v[i] = (float)i;
    s[i] = (int)(x[i] >> 9) % 1000 - 500;
    key[i] = (int)(x[i] >> 4) % 40;
    end[s[i] + 500]++;
    at[key[i]] += 3;
  }
  for (int k = 1; k < 1000; k++)
    end[k] += end[k - 1];
  long sum = 0;
  for (int k = 0; k < 40; k++) {
    long c = at[k];
    at[k] = sum;
    sum += c;
  }
  for (int shift = 0; shift < 32; shift += 8) {
    sort(y, w, x, v, n, shift);
    unsigned *a = x;
    float *b = v;
    x = y, y = a, v = w, w = b;
  }
  sort_down(t, end + 500, s, n);
  triples(out, at, key, (int *)y, n);
  printf("%d: %08x %08x %08x %08x %08x %08x\n", n, hash(x, (size_t)n * 4),
         hash(v, (size_t)n * 4), hash(t, (size_t)n * 4), hash(end, sizeof end),
         hash(out, room * 4), hash(at, sizeof at));
  free(x), free(y), free(v), free(w), free(s), free(t), free(key), free(out);
}

int
main(void)
{
  static const int sizes[] = {0, 1, 2, 255, 1000, MOST};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    check(sizes[i]);
  return 0;
}
