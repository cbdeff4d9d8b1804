// Tables that are searched from a place on, around their end: masks bound the
// places.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t cpu
#include <stdio.h>
#include <stdlib.h>

// Where each key is in a table of mask + 1 places, or where it would be put.
static void
find(int n, const unsigned *key, const unsigned *table, unsigned mask, int *at)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    unsigned k = key[i] * 2654435761u >> 7;
    while (table[k & mask] != key[i] && table[k & mask])
      k++;
    at[i] = (int)(k & mask);
  }
}

// The same with a size, and two steps at a time.
static void
find_far(int n, const unsigned *key, const unsigned *table, size_t size, int *at)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    size_t k = key[i];
    for (int t = 0; t < 64 && table[(size - 1) & k] != key[i]; t++)
      k += 2;
    at[i] ^= (int)k;
  }
}

int
main(void)
{
  enum { N = 500, SIZE = 1024 };
  unsigned *table = calloc(SIZE, sizeof *table), key[N];
  int at[N];
  for (unsigned i = 0; i < N; i++) {
    key[i] = 1 + i * 7919 % 4001;
    unsigned k = key[i] * 2654435761u >> 7;
    while (i % 3 && table[k % SIZE])
      k++;
    if (i % 3)
      table[k % SIZE] = key[i];
  }
  find(N, key, table, SIZE - 1, at);
  find_far(N, key, table, SIZE, at);
  for (int i = 0; i < N; i++)
    printf("%d\n", at[i]);
  free(table);
}
