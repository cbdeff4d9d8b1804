// One value stored wherever iterations say, in elements of every size: marks,
// levels of a graph, the multiples of primes.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t cpu
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/hash.h"

enum { PLACES = 500, MOST = 60000 };

static int *key, *start;
static unsigned char h8[PLACES], composite[MOST], *multiple;
static short h16[PLACES];
static int h32[PLACES];
static double h64[PLACES];
static float f32[PLACES];

static void
marks(int n, double c)
{
#pragma loft
  for (int i = 0; i < n; i++)
    h8[key[i]] = 1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (key[i] & 1)
      h16[key[i]] = -300;
#pragma loft
  for (int i = 0; i < n; i++) {
    h64[key[i]] = c;
    f32[(key[i] + i) % PLACES] = (float)(c * 2);
  }
}

static void
edges(int n, int level)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int k = start[i]; k < start[i + 1]; k++)
      h32[key[k]] = level;
}

static void
multiples(const int *prime, int m, int n)
{
#pragma loft
  for (int i = 0; i < m; i++)
    for (int p = prime[i], j = p * p; j < n; j += p)
      composite[j] = 1;
#pragma loft
  for (int i = 0; i < m; i++) {
    int p = prime[i];
    for (int j = n - p; j > 3; j -= p)
      multiple[j] = 7;
  }
}

static void
check(int n)
{
  static const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31};
  for (int i = 0; i < n; i++) {
    unsigned r = (unsigned)i * 2654435761u;
    key[i] = r % 7 ? (int)(r >> 8) % PLACES : 3; // one is common
    start[i] = (i - i % 3) / 2;
  }
  start[n] = n / 2;
  marks(n, n * 0.5);
  edges(n, n + 1);
  multiples(primes, n < 11 ? n : 11, n < MOST ? n : MOST);
  printf("%d: %08x %08x %08x %08x %08x %08x %08x\n", n, hash(h8, sizeof h8),
         hash(h16, sizeof h16), hash(h32, sizeof h32), hash(h64, sizeof h64),
         hash(f32, sizeof f32), hash(composite, sizeof composite),
         hash(multiple, MOST));
}

int
main(void)
{
  static const int sizes[] = {0, 1, 2, 31, 300, 4097, 60000};
  key = calloc(MOST, sizeof *key);
  start = calloc(MOST + 1, sizeof *start);
  multiple = calloc(MOST, 1);
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    check(sizes[i]);
  free(key);
  free(start);
  free(multiple);
  return 0;
}
