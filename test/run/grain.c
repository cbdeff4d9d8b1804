// A map over more elements than fill a GPU: four a work-item, and a rest.
// RUN: %clang -O2 -ffp-contract=off %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = (1 << 22) + 128 + 37, ROWS = 3 };
static float x[N + 1], y[N], z[N];
static unsigned char odd[ROWS][N / 2];

// Prints a number that depends on all "n" bytes at "p".
static void
print(const void *p, size_t n)
{
  const unsigned char *bytes = p;
  unsigned long long h = 14695981039346656037u;
  for (size_t k = 0; k < n; k++)
    h = (h ^ bytes[k]) * 1099511628211u;
  printf("%llx\n", h);
}

int
main(void)
{
  for (int k = 0; k <= N; k++)
    x[k] = (float)((k * 7919LL) % 1013) / 7 - 70;
#pragma loft
  for (int k = 0; k < N; k++) {
    y[k] = x[k] * 0.3f + x[k + 1];
    z[N - 1 - k] = y[k] - x[k];
  }
  print(y, sizeof y);
  print(z, sizeof z);
#pragma loft
  for (int k = 0; k < N; k++)
    if (y[k] > 0)
      y[k] = y[k] * 0.5f + z[k];
  print(y, sizeof y);
#pragma loft
  for (int r = 0; r < ROWS; r++)
    for (int k = 0; k < N / 2; k++)
      odd[r][k] = (unsigned char)((int)x[k] & 1) + (unsigned char)r;
  print(odd, sizeof odd);
}
