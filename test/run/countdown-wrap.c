// Unsigned loops that go down to 0 and end because they wrap: from below a
// bound, from any other start (then they do not run), until the largest number;
// left early, nested; and what the variable is afterwards.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include "Inputs/weighted.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 3000 };
static float x[N], y[N];

static size_t
below(size_t n, float *to, const float *from) {
  size_t i;
#pragma loft
  for (i = n - 1; i < n; i--)
    to[i] = from[i] + (float)(i % 5);
  return i;
}

static unsigned
from_start(unsigned start, unsigned n, float *to, const float *from) {
  unsigned i;
#pragma loft
  for (i = start; n > i; --i)
    to[i] = from[i] - 3;
  return i;
}

static unsigned
third(unsigned n, float *to, const float *from) {
  unsigned i;
#pragma loft
  for (i = n - 3; i < n; i -= 3)
    to[i] = from[i + 2];
  return i;
}

static size_t
up_to(size_t last, float *to, const float *from) {
  size_t i;
#pragma loft
  for (i = last; i <= last; i = i - 1)
    to[i] = from[last - i];
  return i;
}

static unsigned
until_wide(unsigned n, float *to, const float *from) {
#pragma loft
  for (size_t i = (size_t)n - 1; i != SIZE_MAX; i--)
    to[i] = from[i] * 0.5f;
#pragma loft
  for (size_t i = (size_t)n - 1; i != (size_t)-1; i--)
    to[i] += from[i];
  return n;
}

static unsigned
until_narrow(unsigned n, float *to, const float *from) {
  unsigned i;
#pragma loft
  for (i = n - 1; i != UINT_MAX; i--)
    to[i] = from[i] * 0.25f;
#pragma loft
  for (i = n - 1; ~0u != i; i--)
    to[i] += from[i];
  return i;
}

static int
bytes(int n, float *to, const float *from) {
  unsigned char i;
#pragma loft
  for (i = (unsigned char)(n - 2); i < n; i--)
    to[i] = from[i + 1];
#pragma loft
  for (i = (unsigned char)(n - 2); i != 255; i--)
    to[i] += from[i + 2];
  return i;
}

static unsigned
shorts(unsigned short n, float *to, const float *from) {
  unsigned short i = n;
#pragma loft
  while ((unsigned)i <= n) {
    to[i] = from[i] + 9;
    i--;
  }
  return i;
}

static void
left_early(unsigned n, float *to, const float *from) {
#pragma loft
  for (unsigned r = 0; r < n; r++) {
    float s = 0;
    size_t i;
    unsigned k;
    for (i = (size_t)r - 1; i < r && from[i] != 60; i--)
      s += from[i];
    for (k = r - 1; k != -1u; k--) {
      if (from[k] == 61)
        break;
      s -= 3;
    }
    to[r] = s + (float)(i % 1000) + (float)(k >> 3);
  }
}

static void
rows(size_t h, size_t w, float *to, const float *from) {
#pragma loft
  for (size_t r = h - 1; r < h; r--)
    for (size_t c = w - 1; c < w; c--)
      to[r * w + c] = from[c * h + r];
}

static void
sums(unsigned n, float *to, const float *from) {
#pragma loft
  for (unsigned r = 0; r < n; r++) {
    float s = 0;
    for (unsigned c = r - 1; c < r; c--)
      s = s * 0.5f + from[c];
    to[r] = s;
  }
}

// Prints a result and what was written.
static void
print(size_t result) {
  printf("%zu %a\n", result, weighted(N, y));
}

int
main(void) {
  static const unsigned sizes[] = {0, 1, 2, 3, 4, 33, N - 7};
  for (int i = 0; i < N; i++)
    x[i] = (float)(i * 37 % 101);
  for (int k = 0; k < (int)(sizeof sizes / sizeof *sizes); k++) {
    unsigned n = sizes[k];
    print(below(n, y, x));
    print(from_start(n / 2, n, y, x));
    print(from_start(n, n, y, x));
    print(from_start(n - 2, n, y, x));
    print(from_start(-5u, n, y, x));
    print(third(n, y, x));
    print(up_to(n, y, x));
    print(until_wide(n, y, x));
    print(until_narrow(n, y, x));
    print((size_t)bytes((int)(n % 250), y, x));
    print(shorts((unsigned short)n, y, x));
    left_early(n < 300 ? n : 300, y, x);
    print(0);
    rows(n / 40, n ? 30 : 0, y, x);
    rows(n ? 30 : 0, n / 40, y, x);
    print(0);
    sums(n < 100 ? n : 100, y, x);
    print(0);
  }
}
