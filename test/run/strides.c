// Walks whose steps data say: UTF-8, escapes, line ends, records of a length;
// with ends of their own, and where they stop behind the end.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: valid ({{.*}}): cpu
// CHECK-DAG: code_points ({{.*}}): cpu
// CHECK-DAG: decode ({{.*}}): cpu
// CHECK-DAG: unescape ({{.*}}): cpu
// CHECK-DAG: closing ({{.*}}): cpu
// CHECK-DAG: quoted ({{.*}}): cpu
// CHECK-DAG: records ({{.*}}): cpu
// CHECK-DAG: lines ({{.*}}): cpu
// CHECK-DAG: whole ({{.*}}): cpu
// CHECK-DAG: at_least_once ({{.*}}): cpu
#include <stddef.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { SIZE = 40000, MORE = 16 };

static unsigned char text[SIZE + MORE], out[SIZE + MORE];
static unsigned points[SIZE + MORE];

__attribute__((noinline)) static int
valid(const unsigned char *s, int n, int *at) {
  int i = 0;
#pragma loft required
  while (i < n) {
    unsigned char c = s[i];
    if (c < 0x80) {
      i++;
      continue;
    }
    if ((c >> 5) == 6) {
      if (i + 1 >= n || (s[i + 1] & 0xC0) != 0x80)
        break;
      i += 2;
    } else if ((c >> 4) == 14) {
      if (i + 2 >= n || (s[i + 1] & 0xC0) != 0x80 || (s[i + 2] & 0xC0) != 0x80)
        break;
      i += 3;
    } else
      break;
  }
  *at = i;
  return i == n;
}

static int
length(unsigned char c) {
  return c < 0x80 ? 1 : c < 0xE0 ? 2 : 3;
}

__attribute__((noinline)) static int
code_points(const unsigned char *s, int from, int n, int *end) {
  int k = 0, i;
#pragma loft required
  for (i = from; i < n; i += length(s[i]))
    k++;
  *end = i;
  return k;
}

__attribute__((noinline)) static size_t
decode(const unsigned char *restrict s, size_t n, unsigned *restrict to) {
  size_t i = 0, k = 0;
#pragma loft required
  while (i < n) {
    unsigned c = s[i++];
    if (c >= 0xE0) {
      c = (c & 15) << 12;
      c |= (s[i++] & 63u) << 6;
      c |= s[i++] & 63u;
    } else if (c >= 0x80)
      c = (c & 31) << 6 | (s[i++] & 63u);
    to[k++] = c;
  }
  return k;
}

__attribute__((noinline)) static int
unescape(const unsigned char *restrict s, int n, unsigned char *restrict to) {
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (s[i] == '\\' && i + 1 < n)
      i++;
    to[k++] = s[i];
  }
  return k;
}

__attribute__((noinline)) static const unsigned char *
closing(const unsigned char *s, const unsigned char *end) {
#pragma loft required
  while (s < end && *s != '"') {
    if (*s == '\\')
      s += 2;
    else
      s++;
  }
  return s;
}

__attribute__((noinline)) static int
quoted(const unsigned char *s, int n, int found, long *sum) {
  int i = 0;
#pragma loft required
  while (i <= n && !found) {
    *sum += s[i];
    if (s[i] == '\\')
      i += 2;
    else if (s[i] == '"')
      found = 1;
    else
      ++i;
  }
  return i * 2 + (found > 0);
}

__attribute__((noinline)) static long
records(const unsigned char *s, unsigned n) {
  long all = 0;
#pragma loft required
  for (unsigned i = 0; i < n;) {
    unsigned m = s[i] & 7;
    for (unsigned q = 1; q <= m; q++)
      all += (long)q * s[i + q];
    i += m + 1;
  }
  return all;
}

__attribute__((noinline)) static int
lines(const unsigned char *s, int n) {
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (s[i] == '\r') {
      k++;
      if (i + 1 < n && s[i + 1] == '\n')
        i++;
    } else if (s[i] == '\n')
      k++;
  }
  return k;
}

__attribute__((noinline)) static int
at_least_once(const unsigned char *s, int i, int n) {
  int k = 0;
#pragma loft required
  do {
    k += s[i] + 1;
    i += s[i] == '%' ? 3 : 1;
  } while (i < n);
  return k * 4 + i;
}

__attribute__((noinline)) static int
whole(const unsigned char *s, int n) {
  int i = 0, k = 0;
#pragma loft required
  while (i < n) {
    int need = s[i] < 0x80 ? 0 : s[i] < 0xE0 ? 1 : 2;
    if (i + need >= n || (need && (s[i + need] & 0xC0) != 0x80))
      return -k;
    k++;
    i += need + 1;
  }
  return k;
}

static void
fill(int seed) {
  static const unsigned char part[] = "a\\\"%\r\nxyz";
  unsigned r = (unsigned)seed;
  for (int i = 0; i < SIZE + MORE; i++) {
    r = r * 1664525 + 1013904223;
    text[i] = part[(r >> 20) % 9];
    if (text[i] == '"' && (i < 20000 || seed > 1))
      text[i] = '.';
    if ((r >> 12) % 5 == 0 && i < SIZE) {
      text[i++] = 0xC0 | ((r >> 24) & 31);
      text[i] = 0x80 | ((r >> 9) & 63);
    } else if ((r >> 12) % 5 == 1 && i + 1 < SIZE) {
      text[i++] = 0xE0 | ((r >> 24) & 15);
      text[i++] = 0x80 | ((r >> 9) & 63);
      text[i] = 0x80 | ((r >> 7) & 63);
    }
  }
}

int
main(void) {
  for (int seed = 0; seed < 3; seed++) {
    fill(seed);
    if (seed == 2)
      text[30001] = text[30000] = text[29999] = 0x80;
    for (int n = 0; n <= SIZE; n = n < 9 ? n + 1 : n * 15 + n % 2) {
      int at = 0, points_end = 0;
      long sum = 7;
      printf("%d ", valid(text, n, &at));
      printf("%d ", at);
      printf("%d ", code_points(text, n / 7, n, &points_end));
      printf("%d ", points_end);
      printf("%zu %08x\n", decode(text, (size_t)n, points),
             hash(points, sizeof points));
      printf("%d %08x ", unescape(text, n, out), hash(out, sizeof out));
      printf("%d ", (int)(closing(text, text + n) - text));
      printf("%d ", quoted(text, n, n == 5, &sum));
      printf("%ld ", sum);
      printf("%ld ", records(text, (unsigned)n));
      printf("%d ", lines(text, n));
      printf("%d ", whole(text, n));
      printf("%d %d\n", at_least_once(text, 3, n), at_least_once(text, n, 0));
    }
  }
}
