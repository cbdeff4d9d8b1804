// The sieve of Eratosthenes: multiples marked prime by prime, then the primes
// collected.
#include "demo.h"

// Marks the multiples of primes below "n".
static void
sieve(int n, uint8_t *composite) {
#pragma loft
  for (int i = 2; i * i < n; i++)
    if (!composite[i])
      for (int j = i * i; j < n; j += i)
        composite[j] = 1;
}

// Stores the primes below "n" one after another; how many.
static int
collect(int n, const uint8_t *composite, int *prime) {
  int found = 0;
#pragma loft
  for (int i = 2; i < n; i++)
    if (!composite[i])
      prime[found++] = i;
  return found;
}

int
main(void) {
  const int n = demo_scaled(10000000, 1);
  uint8_t *composite = demo_alloc((size_t)n);
  int *prime = demo_alloc((size_t)n * sizeof *prime), found = 0;

  DEMO_RUN("sieve", {
    memset(composite, 0, (size_t)n);
    sieve(n, composite);
  });
  demo_result("sieve", composite, (size_t)n, 1, 'B');
  DEMO_RUN("collect", found = collect(n, composite, prime));
  demo_result("collect", prime, (size_t)found, sizeof *prime, 'i');

  free(composite);
  free(prime);
  return 0;
}
