// Runs with a greatest length, as run-length encodings of bytes write them:
// PackBits, PCX, BMP; by loops that look for the end of each run, and by counters
// that start again; of signed and unsigned places.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stddef.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { MOST = 20000 };

static unsigned char s[MOST], out[2 * MOST + 2];
static int len[MOST + 1];

__attribute__((noinline)) static int
by_place(const unsigned char *restrict x, unsigned char *restrict to, int from,
         int n) {
  int i = from, k = 0;
#pragma loft required
  while (i < n) {
    int j = i + 1;
    while (j < n && x[j] == x[i] && j - i < 255)
      j++;
    to[k++] = (unsigned char)(j - i);
    to[k++] = x[i];
    i = j;
  }
  return k + i;
}

__attribute__((noinline)) static size_t
by_length(const unsigned char *restrict x, unsigned char *restrict to,
          size_t n) {
  size_t k = 0;
#pragma loft required
  for (size_t i = 0; i < n;) {
    size_t run = 1;
    while (i + run < n && run < 63 && x[i + run] == x[i])
      run++;
    if (run > 1 || x[i] >= 0xc0)
      to[k++] = 0xc0 | (unsigned char)run;
    to[k++] = x[i];
    i += run;
  }
  return k;
}

__attribute__((noinline)) static unsigned
by_unsigned(const unsigned char *restrict x, int *restrict to, unsigned n,
            unsigned most) {
  unsigned k = 0;
#pragma loft required
  for (unsigned i = 0; i < n;) {
    unsigned char c = x[i];
    unsigned j = i + 1;
    while (j < n && j - i < most && x[j] == c)
      j++;
    to[k++] = (int)(j - i) * 256 + c;
    i = j;
  }
  return k;
}

__attribute__((noinline)) static int
by_counter(const unsigned char *restrict x, unsigned char *restrict to, int n,
           unsigned char run) {
  int k = 0;
#pragma loft required
  for (int i = 1; i <= n; i++) {
    if (i < n && x[i] == x[i - 1] && run < 255)
      run++;
    else {
      to[k++] = run;
      to[k++] = x[i - 1];
      run = 1;
    }
  }
  return k + run;
}

__attribute__((noinline)) static int
by_value(const unsigned char *restrict x, int *restrict to, int n, int most) {
  int k = 0, run = 0;
  unsigned char c = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (x[i] != c || run == most) {
      if (run > 0)
        to[k++] = run << 8 | c;
      c = x[i];
      run = 0;
    }
    run++;
  }
  to[k] = run << 8 | c;
  return k;
}

// Two counters that are stepped together, and neighbours that are compared.
__attribute__((noinline)) static size_t
by_two(const unsigned char *restrict x, int *restrict to, size_t n) {
  size_t i = 0, k = 0;
#pragma loft required
  while (i < n) {
    int run = 1;
    unsigned char c = x[i++];
    while (run < 128 && i < n && x[i] == c) {
      run++;
      i++;
    }
    to[k++] = run << 8 | c;
  }
  return k;
}

__attribute__((noinline)) static int
by_neighbours(const unsigned char *restrict x, int *restrict to, int n) {
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    int run = 1;
    while (i + 1 < n && x[i] == x[i + 1] && run < 255) {
      run++;
      i++;
    }
    to[k++] = run << 8 | x[i];
  }
  return k;
}

// Backwards.
__attribute__((noinline)) static int
by_start(const unsigned char *restrict x, int *restrict to, int n) {
  int k = 0, start = n - 1;
#pragma loft required
  for (int i = n - 2; i >= -1; i--)
    if (i < 0 || x[i] != x[i + 1] || start - i == 60) {
      to[k++] = start - i;
      start = i;
    }
  return k + start;
}

static void
check(int n) {
  for (int i = 0; i < n; i++) {
    unsigned r = (unsigned)(i / 7) * 2654435761u;
    s[i] = i % 3000 < 1500 ? 7 : (unsigned char)(r >> 29);
  }
  int a = by_place(s, out, n / 9, n);
  printf("%d: %d %08x", n, a, hash(out, sizeof out));
  size_t b = by_length(s, out, (size_t)n);
  printf(" %zu %08x", b, hash(out, sizeof out));
  for (unsigned most = 1; most < 600; most = most * 3 + 1) {
    unsigned c = by_unsigned(s, len, (unsigned)n, most);
    printf(" %u %08x", c, hash(len, sizeof len));
    int d = by_value(s, len, n, (int)most);
    printf(" %d %08x", d, hash(len, sizeof len));
  }
  for (int run = 0; run < 256; run += 51) {
    int d = by_counter(s, out, n, (unsigned char)run);
    printf(" %d %08x", d, hash(out, sizeof out));
  }
  size_t e = by_two(s, len, (size_t)n);
  printf(" %zu %08x", e, hash(len, sizeof len));
  int f = by_neighbours(s, len, n);
  printf(" %d %08x", f, hash(len, sizeof len));
  f = by_start(s, len, n);
  printf(" %d %08x\n", f, hash(len, sizeof len));
}

int
main(void) {
  static const int sizes[] = {0, 1, 2, 255, 256, 257, 3000, MOST};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    check(sizes[i]);
  return 0;
}
