// Loops whose condition compares the square of their variable.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stddef.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 20000 };

static unsigned char composite[N + 1];
static int out[50000];

// The sieve of Eratosthenes.
__attribute__((noinline)) static void
sieve(int n, unsigned char *c)
{
#pragma loft
  for (int p = 2; p * p <= n; p++)
    if (!c[p])
      for (int m = p * p; m <= n; m += p)
        c[m] = 1;
}

// The number of iterations, and what the variable is then.
__attribute__((noinline)) static long
roots(int n, int from)
{
  int i;
#pragma loft
  for (i = from; i * i < n; i += 3)
    out[i] = i;
  return i;
}

__attribute__((noinline)) static long
long_roots(long n, long from)
{
  long i = from;
#pragma loft
  while (n >= i * i) {
    out[i % 100] = (int)i;
    i++;
  }
  return i;
}

__attribute__((noinline)) static unsigned
unsigned_roots(unsigned n)
{
  unsigned i;
#pragma loft
  for (i = 1; i * i <= n; i++)
    out[i] = 7;
  return i;
}

__attribute__((noinline)) static size_t
wide_roots(size_t n, int s)
{
  int i = s;
#pragma loft
  for (i = s; (size_t)i * i < n; i++)
    out[i] = 9;
  return (size_t)i;
}

int
main(void)
{
  static const int tops[] = {0, 1, 3, 4, 5, 24, 25, 26, N};
  for (unsigned k = 0; k < sizeof tops / sizeof *tops; k++) {
    for (int i = 0; i <= N; i++)
      composite[i] = 0;
    sieve(tops[k], composite);
    printf("%u", hash(composite, sizeof composite));
    for (int d = -1; d < 2; d++)
      printf(" %ld %ld %u %zu", roots(tops[k] + d, 0),
             long_roots(tops[k] + d, 1), unsigned_roots((unsigned)tops[k]),
             wide_roots((size_t)tops[k], 1));
    printf(" %u\n", hash(out, sizeof out));
  }
  printf("%ld\n", roots(2147302921, 1));
}
