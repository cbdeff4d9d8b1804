// Numbers with a sign in front, folded on a walk through fields, by pointers, by
// places, and up to the end of a text; where fields are empty, or a sign alone.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 3000 };
static char text[N + 1];
static int numbers[N + 1], at[N + 1];
static unsigned sums[N + 1];

static int
by_pointers(const char *restrict p, const char *end, int *restrict out)
{
  int n = 0;
#pragma loft
  while (p < end) {
    int v = 0, neg = 0;
    if (*p == '-') {
      neg = 1;
      p++;
    }
    while (p < end && *p >= '0' && *p <= '9')
      v = v * 10 + (*p++ - '0');
    out[n++] = neg ? -v : v;
    p++;
  }
  return n;
}

static int
by_places(const char *restrict s, int i, int m, int *restrict out, int *restrict from)
{
  int n = 0;
#pragma loft
  while (i < m) {
    int sign = 1;
    unsigned v = 0;
    if (s[i] == '-') {
      sign = -1;
      i++;
    }
    from[n] = i;
    while (i < m && s[i] != ',') {
      v = v * 10 + (unsigned)(s[i] - '0');
      i++;
    }
    out[n++] = sign * (int)(v % 100000);
    i++;
  }
  return n * 10000 + i;
}

static int
up_to_end(const char *restrict p, unsigned *restrict out)
{
  int n = 0;
#pragma loft
  while (*p) {
    unsigned v = 0;
    int neg = 0;
    if (*p == '-') {
      neg = 1;
      p++;
    }
    while (*p && *p != ',')
      v = v * 10 + (unsigned)(*p++ - '0');
    out[n++] = neg ? -v : v;
    if (*p)
      p++;
  }
  return n;
}

// What is in front is no sign, but an element that is walked through, too.
static int
shared(const char *restrict s, int m, unsigned *restrict out)
{
  int n = 0, i = 0;
#pragma loft
  while (i < m) {
    unsigned v = 7;
    if (s[i] != '3')
      i++;
    while (i < m && s[i] != '-' && s[i] != ',')
      v = v * 3 + (unsigned char)s[i++];
    out[n++] = v;
    i++;
  }
  return n;
}

// By places of 64 bits, which nothing but their own bound keeps small.
static long
by_longs(const char *restrict s, long i, long m, int *restrict out)
{
  long n = 0;
#pragma loft
  while (i < m) {
    int v = 0, neg = 0;
    if (s[i] == '-') {
      neg = 1;
      i++;
    }
    while (i < m && s[i] != ',') {
      v = v * 10 + (s[i] - '0');
      i++;
    }
    out[n++] = neg ? -v : v;
    i++;
  }
  return n * 10000 + i;
}

static size_t
by_sizes(const char *restrict s, size_t m, unsigned *restrict out)
{
  size_t n = 0, i = 0;
#pragma loft
  while (i < m) {
    unsigned v = 0;
    if (s[i] == '-')
      i++;
    while (i < m && s[i] >= '0')
      v ^= (unsigned char)s[i++];
    out[n++] = v;
    i++;
  }
  return n;
}

// Up to a bound of another type, which the guard asks to be 0 or more.
static size_t
by_int(const char *restrict s, int m, unsigned *restrict out)
{
  size_t n = 0, i = 0;
#pragma loft
  while (i < (size_t)m) {
    unsigned v = 0;
    while (i < (size_t)m && s[i] >= '0')
      v += (unsigned char)s[i++];
    out[n++] = v;
    i++;
  }
  return n;
}

int
main(void)
{
  static const int sizes[] = {0, 1, 2, 3, 77, 1000, N};
  unsigned seed = 3;
  for (int kind = 0; kind < 5; kind++) {
    for (int i = 0, digits = 0; i < N; i++) {
      seed = seed * 1103515245 + 12345;
      unsigned r = seed >> 16;
      char c = "-1,-23,45"[r % 9];
      text[i] = kind == 0   ? '-'
                : kind == 1 ? ','
                : kind == 2 ? c
                : kind == 3 ? (digits > 6 || r % 7 == 0 ? ',' : (char)('0' + r % 10))
                            : (digits > 7 ? ',' : r % 5 ? '4' : '-');
      digits = text[i] >= '0' && text[i] <= '9' ? digits + 1 : 0;
      if (digits > 8)
        text[i] = ',';
    }
    for (int k = 6; k >= 0; k--) {
      int n = sizes[k];
      text[n] = 0;
      printf("%d: %d %x", n, by_pointers(text, text + n, numbers), hash(numbers, sizeof numbers));
      printf(" %d", by_places(text, n / 3, n, numbers, at));
      printf(" %x %x", hash(numbers, sizeof numbers), hash(at, sizeof at));
      printf(" %d %x", up_to_end(text, sums), hash(sums, sizeof sums));
      printf(" %d %x", shared(text, n, sums), hash(sums, sizeof sums));
      printf(" %ld %x", by_longs(text, n / 3, n, numbers), hash(numbers, sizeof numbers));
      printf(" %zu %x", by_sizes(text, (size_t)n, sums), hash(sums, sizeof sums));
      printf(" %zu %x\n", by_int(text, n, sums), hash(sums, sizeof sums));
    }
  }
  return 0;
}
