// Numbers in texts of other bases than ten, and without sign; where one has a
// prefix, or is out of range, the original loop runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK: hex ({{.*}}): cpu
// CHECK: octal ({{.*}}): cpu
// CHECK: binary ({{.*}}): cpu
// CHECK: letters ({{.*}}): cpu
// CHECK: positive ({{.*}}): cpu
// CHECK: hex ({{.*}}): original
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/hash.h"

enum { N = 800, WIDTH = 24 };

static char texts[N][WIDTH];
static long x[N];
static unsigned y[N];

__attribute__((noinline)) static void
hex(int n, char (*s)[WIDTH]) {
#pragma loft required
  for (int i = 0; i < n; i++)
    x[i] = strtol(s[i], NULL, 16);
}

__attribute__((noinline)) static void
octal(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    x[i] = strtoll(texts[i], NULL, 8);
}

__attribute__((noinline)) static void
binary(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    y[i] = (unsigned)strtoul(texts[i] + 1, NULL, 2);
}

__attribute__((noinline)) static void
letters(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    x[i] = strtol(texts[i], NULL, 36);
}

__attribute__((noinline)) static void
positive(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    y[i] = (unsigned)(strtoull(texts[i], NULL, 10) >> (i & 31));
}

int
main(void) {
  static const char *const odd[] = {"",    "-",   "zz", "-1f", " +0FfG", "0",
                                    "-07", "0 x", "g",  "@1",  "`1",     "{",
                                    "[1",  "/1",  ":1", "1_0", "-zZ9"};
  unsigned r = 3;
  for (int i = 0; i < N; i++) {
    r = r * 1664525 + 1013904223;
    if (i % 3 == 0)
      strcpy(texts[i], odd[i / 3 % (int)(sizeof odd / sizeof *odd)]);
    else if (i % 3 == 1)
      snprintf(texts[i], WIDTH, i & 1 ? "%x" : "-%X", r);
    else
      snprintf(texts[i], WIDTH, " %o%u", r >> 20, r >> 9);
  }
  for (int n = 0; n <= N; n = n * 7 + 1) {
    hex(n, texts);
    printf("%d %08x ", n, hash(x, sizeof x));
    octal(n);
    printf("%08x ", hash(x, sizeof x));
    binary(n);
    printf("%08x ", hash(y, sizeof y));
    letters(n);
    printf("%08x ", hash(x, sizeof x));
    positive(n);
    printf("%08x\n", hash(y, sizeof y));
  }
  static char others[][WIDTH] = {"0x1F", "-0XaG", "0x", "7fffffffffffffff",
                                 "8000000000000000", "-8000000000000000",
                                 "ffffffffffffffffff"};
  for (int i = 0; i < (int)(sizeof others / sizeof *others); i++) {
    hex(1, others + i);
    printf("%s %ld\n", others[i], x[0]);
  }
  return 0;
}
