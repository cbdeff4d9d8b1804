// Walks by steps of any size that data say: records of a type and a length,
// strings behind their lengths, runs behind a byte that tells what they are,
// chunks; with ends of their own, in blocks of places of which some are passed
// over, up to the last place or behind it.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: types ({{.*}}): cpu
// CHECK-DAG: strings ({{.*}}): cpu
// CHECK-DAG: pack_bits ({{.*}}): cpu
// CHECK-DAG: chunks ({{.*}}): cpu
// CHECK-DAG: sums ({{.*}}): cpu
// CHECK-DAG: find ({{.*}}): cpu
// CHECK-DAG: whole ({{.*}}): cpu
// CHECK-DAG: pointer ({{.*}}): cpu
// CHECK-DAG: at_least_once ({{.*}}): cpu
// CHECK-DAG: around ({{.*}}): cpu
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

enum { SIZE = 60000, MORE = 70000, OUT = 200 * SIZE };

static unsigned char text[SIZE + MORE], out[OUT];
static unsigned short words[SIZE / 2 + MORE];
static int at[SIZE];

__attribute__((noinline)) static long
types(const unsigned char *s, int n, int *end) {
  long sum = 0;
  int i;
#pragma loft required
  for (i = 0; i + 1 < n; i += 2 + s[i + 1])
    if (s[i] == 7)
      sum += s[i + 1];
  *end = i;
  return sum;
}

// An unsigned place of 64 bits, and an end of its own.
__attribute__((noinline)) static unsigned long
ended(const unsigned char *s, unsigned long n) {
  unsigned long sum = 0;
#pragma loft required
  for (unsigned long i = 0; i + 2 <= n;) {
    unsigned long l = s[i + 1];
    if (i + 2 + l > n)
      break;
    sum += l;
    i += 2 + l;
  }
  return sum;
}

__attribute__((noinline)) static size_t
strings(const unsigned char *restrict s, size_t from, size_t n,
        int *restrict to) {
  size_t k = 0, i = from;
#pragma loft required
  while (i < n) {
    to[k++] = (int)i;
    i += s[i] + (size_t)1;
  }
  return k * 1000 + i;
}

__attribute__((noinline)) static int
pack_bits(const unsigned char *restrict s, int n, unsigned char *restrict to) {
  int i = 0, k = 0;
#pragma loft required
  while (i < n) {
    int c = s[i];
    if (c < 128) {
      for (int j = 0; j <= c; j++)
        to[k++] = s[i + 1 + j];
      i += c + 2;
    } else {
      for (int j = 0; j < 257 - c; j++)
        to[k++] = s[i + 1];
      i += 2;
    }
  }
  return k;
}

static uint32_t
get32(const unsigned char *p) {
  return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

__attribute__((noinline)) static int
chunks(const unsigned char *s, size_t n, size_t *end) {
  size_t p = 0;
  int k = 0;
#pragma loft required
  while (p + 8 <= n) {
    k += s[p] & 15;
    p += 8 + (size_t)get32(s + p + 4);
  }
  *end = p;
  return k;
}

__attribute__((noinline)) static long
sums(const unsigned short *s, int n) {
  long sum = 0;
  int i = 0;
#pragma loft required
  while (i < n) {
    int m = s[i] & 255;
    for (int j = 1; j <= m; j++)
      sum += s[i + j] * j;
    i += s[i] + 1;
  }
  return sum * 16 + i;
}

__attribute__((noinline)) static int
find(const unsigned char *s, int n, int type) {
  int found = -1;
#pragma loft required
  for (int i = 0; i < n; i += 2 + s[i + 1])
    if (s[i] == type) {
      found = i;
      break;
    }
  return found;
}

__attribute__((noinline)) static int
whole(const unsigned char *restrict s, int n, int *restrict to) {
  int i = 0, k = 0;
#pragma loft required
  while (i < n) {
    int length = s[i];
    if (length > n - i - 1)
      return -k;
    to[k++] = i;
    i += length + 1;
  }
  return k;
}

__attribute__((noinline)) static const unsigned char *
pointer(const unsigned char *p, const unsigned char *end, int *count) {
  int k = 0;
#pragma loft required
  while (p < end) {
    k++;
    p += p[0] + 1;
  }
  *count = k;
  return p;
}

__attribute__((noinline)) static int
at_least_once(const unsigned char *s, int i, int n) {
  int k = 0;
#pragma loft required
  do {
    k += s[i] + 1;
    i += s[i] + 20;
  } while (i < n);
  return k * 4 + i;
}

__attribute__((noinline)) static unsigned
around(const unsigned char *s, unsigned n) {
  unsigned k = 0;
#pragma loft required
  for (unsigned i = 3; i <= n; i += 100u + s[i])
    k = k * 31 + i; // in order
  return k;
}

static void
fill(unsigned seed, int most) {
  unsigned r = seed;
  for (int i = 0; i < SIZE + MORE; i++) {
    r = r * 1664525 + 1013904223;
    text[i] = (unsigned char)((r >> 20) % (unsigned)most);
  }
  for (int i = 0; i < SIZE / 2 + MORE; i++) {
    r = r * 1664525 + 1013904223;
    words[i] = (unsigned short)((r >> 12) % (r >> 29 ? 30u : 20000u));
  }
}

// Chunks up to about "size" bytes long, of which some are longer than a block.
static void
fill_chunks(unsigned size) {
  unsigned r = size;
  for (unsigned p = 0; p + 8 < SIZE;) {
    r = r * 1664525 + 1013904223;
    unsigned length = (r >> 9) % size;
    memset(text + p, 0, 8);
    text[p] = (unsigned char)(r >> 24);
    memcpy(text + p + 4, (unsigned char[]){length & 255, length >> 8 & 255, 0, 0},
           4);
    p += 8 + length;
  }
}

int
main(void) {
  static const int most[] = {256, 3, 100};
  for (unsigned seed = 0; seed < 3; seed++) {
    for (int n = 0; n <= SIZE; n = n < 4 ? n + 1 : n * 10 + 5000 - n % 7) {
      int end = 0, count = 0;
      size_t last = 0;
      fill(seed + 1, most[seed]);
      printf("%d: %ld %lu ", n, types(text, n, &end),
             ended(text, (unsigned long)n));
      printf("%d ", end);
      printf("%zu ", strings(text, (size_t)n / 3, (size_t)n, at));
      printf("%08x ", hash(at, sizeof at));
      printf("%d ", pack_bits(text, n, out));
      printf("%08x\n", hash(out, sizeof out));
      printf("%ld ", sums(words, n / 2));
      printf("%d %d ", find(text, n, most[seed] - 1), find(text, n, 256));
      printf("%d ", whole(text, n, at));
      printf("%08x ", hash(at, sizeof at));
      printf("%d ", (int)(pointer(text, text + n, &count) - text));
      printf("%d ", count);
      printf("%d %d ", at_least_once(text, 3, n), at_least_once(text, n, 0));
      printf("%u ", around(text, (unsigned)n));
      fill_chunks(seed == 1 ? 20000 : 300 + seed * 50);
      printf("%d ", chunks(text, (size_t)n, &last));
      printf("%zu\n", last);
    }
  }
}
