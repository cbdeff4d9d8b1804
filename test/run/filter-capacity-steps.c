// Filters that append two or three elements at once, or none where there is no
// room for all; the capacity may be less than what is there already.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stddef.h>
#include <stdio.h>

enum { N = 3000 };
static int a[N], b[N], out[3 * N + 8];

static int
pairs(int n, int k, int cap) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (a[i] > 0 && k + 2 <= cap) {
      out[k++] = a[i];
      out[k++] = b[i];
    }
  return k;
}

static size_t
triples(int n, size_t k, size_t cap) {
#pragma loft
  for (int i = 0; i < n; i++) {
    if (a[i] % 3 == 0)
      continue;
    if (cap < k + 3)
      continue;
    out[k] = a[i];
    out[k + 1] = i;
    out[k + 2] = b[i];
    k += 3;
  }
  return k;
}

static int
down(int n, int k, int least) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (b[i] & 1 && k - 2 >= least) {
      out[--k] = a[i];
      out[--k] = i;
    }
  return k;
}

static long
spare(int n, long k, long cap) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (a[i] > b[i] && k + 1 < cap)
      out[k++] = i;
  return k;
}

static unsigned
sum(void) {
  unsigned h = 1;
  for (int i = 0; i < 3 * N + 8; i++)
    h = h * 31 + (unsigned)out[i];
  return h;
}

int
main(void) {
  static const int caps[] = {0, 1, 2, 3, 7, 8, 1000, 1001, 1002, 9000, -5};
  unsigned seed = 7;
  for (int i = 0; i < N; i++) {
    seed = seed * 1103515245 + 12345;
    a[i] = (int)(seed >> 8 & 1023) - 512;
    b[i] = (int)(seed >> 18 & 1023) - 500;
  }
  for (int c = 0; c < 11; c++)
    for (int k = 0; k < 5; k += 2) {
      int cap = caps[c];
      printf("%d %u ", pairs(N, k, cap), sum());
      printf("%zu %u ", triples(N, (size_t)k, (size_t)(cap < 0 ? 0 : cap)),
             sum());
      printf("%d %u ", down(N, 3 * N - k, 3 * N - cap), sum());
      printf("%ld %u\n", spare(N, k, cap), sum());
    }
  return 0;
}
