// Walks by steps that data say, with inner loops of few iterations that end
// early: UTF-8 is checked, counted and decoded, escapes of four digits.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: check ({{.*}}): cpu
// CHECK-DAG: flagged ({{.*}}): cpu
// CHECK-DAG: count ({{.*}}): cpu
// CHECK-DAG: lengths ({{.*}}): cpu
// CHECK-DAG: stepwise ({{.*}}): cpu
// CHECK-DAG: between ({{.*}}): cpu
// CHECK-DAG: decode ({{.*}}): cpu
// CHECK-DAG: escapes ({{.*}}): cpu
#include <stddef.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { SIZE = 5000, MORE = 16 };

static unsigned char text[SIZE + MORE];
static unsigned points[SIZE];

__attribute__((noinline)) static int
check(const unsigned char *s, int n, int *at) {
  int i = 0, ok = 1;
#pragma loft required
  while (i < n) {
    unsigned c = s[i];
    if (c < 0x80) {
      i++;
      continue;
    }
    int len = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
    for (int k = 1; k <= len; k++)
      if ((s[i + k] & 0xc0) != 0x80) {
        ok = 0;
        break;
      }
    if (!ok)
      break;
    i += len + 1;
  }
  *at = i;
  return ok;
}

__attribute__((noinline)) static int
flagged(const unsigned char *s, size_t n) {
  size_t i = 0;
  int ok = 1;
#pragma loft required
  while (i < n && ok) {
    unsigned char c = s[i];
    int len = c < 0x80             ? 0
              : (c & 0xe0) == 0xc0 ? 1
              : (c & 0xf0) == 0xe0 ? 2
              : (c & 0xf8) == 0xf0 ? 3
                                   : -1;
    if (len < 0 || i + len >= n) {
      ok = 0;
      break;
    }
    for (int k = 1; k <= len; k++)
      if ((s[i + k] & 0xc0) != 0x80)
        ok = 0;
    i += len + 1;
  }
  return ok;
}

__attribute__((noinline)) static long
count(const unsigned char *s, size_t n) {
  size_t i = 0;
  long all = 0;
#pragma loft required
  while (i < n) {
    unsigned char c = s[i];
    int len;
    if (c < 0x80)
      len = 1;
    else if ((c & 0xe0) == 0xc0)
      len = 2;
    else if ((c & 0xf0) == 0xe0)
      len = 3;
    else if ((c & 0xf8) == 0xf0)
      len = 4;
    else
      return -1 - all;
    if (i + len > n)
      return -2 - all;
    for (int k = 1; k < len; k++)
      if ((s[i + k] & 0xc0) != 0x80)
        return -3 - all;
    all++;
    i += len;
  }
  return all;
}

__attribute__((noinline)) static int
lengths(const unsigned char *s, int n, int *sum) {
  int i = 0;
#pragma loft required
  while (i < n) {
    unsigned char c = s[i];
    int len = c < 0x80             ? 0
              : (c & 0xe0) == 0xc0 ? 1
              : (c & 0xf0) == 0xe0 ? 2
              : (c & 0xf8) == 0xf0 ? 3
                                   : -1;
    if (len < 0)
      return 0;
    for (int k = 1; k <= len; k++) {
      *sum += k * s[i + k];
      if ((s[i + k] & 0xc0) != 0x80)
        return 0;
    }
    i += len + 1;
  }
  return 1;
}

__attribute__((noinline)) static int
stepwise(const unsigned char *s, int n) {
  int all = 0, i = 0;
#pragma loft required
  while (i < n) {
    unsigned char c = s[i++];
    if (c >= 0x80) {
      int more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
      while (more-- > 0) {
        if (i >= n || (s[i] & 0xc0) != 0x80)
          return -all;
        i++;
      }
    }
    all++;
  }
  return all;
}

__attribute__((noinline)) static int
between(const unsigned char *s, const unsigned char *end) {
  int all = 0;
#pragma loft required
  while (s < end) {
    int len = *s < 0x80 ? 1 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : 4;
    if (end - s < len)
      return -1;
    for (int k = 1; k < len; k++)
      if ((s[k] & 0xc0) != 0x80)
        return -2;
    all++;
    s += len;
  }
  return all;
}

__attribute__((noinline)) static int
decode(const unsigned char *restrict s, int n, unsigned *restrict out) {
  int all = 0, i = 0;
#pragma loft required
  while (i < n) {
    unsigned c = s[i];
    int len = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    unsigned v = len == 1 ? c : c & (0x7f >> len);
    if (i + len > n)
      return -all;
    for (int k = 1; k < len; k++) {
      if ((s[i + k] & 0xc0) != 0x80)
        return -all;
      v = v << 6 | (s[i + k] & 63);
    }
    out[all++] = v;
    i += len;
  }
  return all;
}

__attribute__((noinline)) static int
escapes(const unsigned char *s, int n, int *at) {
  int i = 0, all = 0;
#pragma loft required
  while (i < n) {
    if (s[i] != '\\') {
      i++;
      continue;
    }
    if (s[i + 1] == 'u') {
      int ok = 1;
      for (int k = 2; k < 6; k++)
        ok &= s[i + k] >= '0' && s[i + k] <= '9';
      if (!ok)
        break;
      i += 6;
    } else
      i += 2;
    all++;
  }
  *at = i;
  return all;
}

// A text of sequences, of which one in "bad" is none.
static void
fill(int seed, unsigned bad) {
  unsigned r = (unsigned)seed;
  for (int i = 0; i < SIZE + MORE;) {
    r = r * 1664525 + 1013904223;
    unsigned more = (r >> 20) & 3, first[] = {'a', 0xc0, 0xe0, 0xf0};
    if (i + 8 >= SIZE)
      more = 0;
    text[i++] = (unsigned char)(first[more] | ((r >> 12) & 7));
    for (unsigned k = 0; k < more; k++)
      text[i++] = (unsigned char)(0x80 | ((r >> (k + 3)) & 63));
    if ((r >> 7) % bad == 0)
      text[i - 1] ^= 0xc0;
  }
}

static void
fill_escapes(int seed, int bad) {
  static const char part[] = "x\\n\\u1234y\\u0009";
  for (int i = 0; i < SIZE + MORE; i++)
    text[i] = (unsigned char)part[(i + seed) % (sizeof part - 1)];
  if (bad < SIZE)
    text[bad] = '\\';
}

int
main(void) {
  for (int seed = 0; seed < 4; seed++)
    for (int n = 0; n <= SIZE; n = n < 6 ? n + 1 : n * 25 + 11 - seed) {
      int at, sum = 0;
      fill(seed, seed < 2 ? 100000 : seed == 2 ? 4000 : 20);
      printf("%d ", check(text, n, &at));
      printf("%d ", at);
      printf("%d ", flagged(text, (size_t)n));
      printf("%ld ", count(text, (size_t)n));
      printf("%d ", lengths(text, n, &sum));
      printf("%d ", sum);
      printf("%d ", stepwise(text, n));
      printf("%d ", between(text, text + n));
      printf("%d ", decode(text, n, points));
      printf("%08x ", hash(points, sizeof points));
      fill_escapes(seed, seed < 2 ? SIZE : 2000 * seed - 1500);
      printf("%d ", escapes(text, n, &at));
      printf("%d\n", at);
    }
}
