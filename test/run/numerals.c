// Numbers in texts: fields of records, strings behind pointers, places in one
// text; blanks, signs, leading zeros, exponents, numbers that break off, and
// none at all. Where one is long, infinite, hexadecimal or out of range, the
// original loop runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// RUN: %clang -O0 %s -o %t0 %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t0 2>&1 | FileCheck %s
// CHECK: distances ({{.*}}): cpu
// CHECK: doubles ({{.*}}): cpu
// CHECK: floats ({{.*}}): cpu
// CHECK: longs ({{.*}}): cpu
// CHECK: ints ({{.*}}): cpu
// CHECK: positive ({{.*}}): cpu
// CHECK: doubles ({{.*}}): original
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/hash.h"

enum { N = 900, RECORD = 32, WIDTH = 56 };

static char records[N * RECORD], texts[N][WIDTH];
static char *strings[N];
static int starts[N], whole[N];
static float distance[N];
static double values[N];
static long counts[N];

__attribute__((noinline)) static void
distances(int n, float x, float y) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    char *at = records + i * RECORD + 14;
    float u = (float)atof(at), v = (float)atof(at + 6);
    distance[i] = sqrtf((u - x) * (u - x) + (v - y) * (v - y));
  }
}

__attribute__((noinline)) static void
doubles(int n, char **s) {
#pragma loft required
  for (int i = 0; i < n; i++)
    values[i] = strtod(s[i], NULL);
}

__attribute__((noinline)) static void
floats(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    distance[i] = strtof(&records[i * RECORD + 14], (char **)NULL);
}

__attribute__((noinline)) static void
longs(int n, char (*restrict s)[WIDTH]) {
#pragma loft required
  for (int i = 0; i < n; i++)
    counts[i] = strtol(s[i], 0, 10) - (i & 1 ? atol(s[i] + 2) : atoll(s[i]));
}

__attribute__((noinline)) static void
ints(int n, const char *restrict all, const int *restrict start,
     int *restrict to) {
#pragma loft required
  for (int i = 0; i < n; i++)
    to[i] = atoi(all + start[i]);
}

// Some texts are not read.
__attribute__((noinline)) static double
positive(int n) {
  int sum = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (texts[i][0] != '-')
      sum += (int)strtoll(texts[i], NULL, 10) % 1000;
  return sum;
}

static const char *const odd[] = {
    "",      " ",     "-",        ".",         "+.e5",     "-.",      "e5",
    "-0",    "-0.0",  "+7",       "\t\n 12.5", "5.",       ".5",      "-.25x",
    "1e",    "1e+",   "1e-x",     "2.5E3",     "1e22",     "1e-22",   "007",
    "1 2",   "1,5",   "--5",      "+-5",       "1..2",     "1e2.5",   "12a",
    "0e999", "1E+02", "9007199254740000", "0.000000000000000000001", "3e+0010",
    "00000000000000000000000000000000012"};

int
main(void) {
  unsigned r = 1;
  for (int i = 0; i < N; i++) {
    r = r * 1664525 + 1013904223;
    snprintf(records + i * RECORD, RECORD, "%10s%4d%6.1f%6.1f", "ALBERTO",
             1950 + i % 60, (r >> 8) % 1800 / 10.0 - 90, (r >> 16) % 3600 / 10.);
    char *t = texts[i];
    if (i % 3 == 0)
      strcpy(t, odd[i / 3 % (sizeof odd / sizeof *odd)]);
    else if (i % 3 == 1)
      snprintf(t, WIDTH, "%*.*g", (int)(r >> 4) % 20, (int)(r >> 16) % 15 + 1,
               (int)r / pow(10, r >> 8 & 15));
    else
      snprintf(t, WIDTH, "%d.%ue%+d", (int)r / 1000, r >> 20,
               (int)(r >> 16) % 20 - 10);
    strings[i] = t;
    starts[i] = i * 5 % N * RECORD + 9 + (int)(r >> 9) % 8;
  }
  for (int n = 0; n <= N; n = n < 2 ? n + 1 : n * 15 + 1) {
    distances(n, 30, 90);
    printf("%08x ", hash(distance, sizeof distance));
    doubles(n, strings);
    printf("%08x ", hash(values, sizeof values));
    floats(n);
    printf("%08x ", hash(distance, sizeof distance));
    longs(n, texts);
    printf("%08x ", hash(counts, sizeof counts));
    ints(n, records, starts, whole);
    printf("%08x %g\n", hash(whole, sizeof whole), positive(n));
  }
  static char *others[] = {
      "inf",     "-Infinity", "nan",  "NAN(1)", "0x1p4", "0X10",
      "1e400",   "1e-400",    "1e23", "9007199254740993",
      "0.1234567890123456789", "123456789012345678901234567890",
      "                                                                 1.5"};
  for (int i = 0; i < (int)(sizeof others / sizeof *others); i++) {
    strings[5] = others[i];
    doubles(9, strings);
    printf("%s: %.17g %g\n", others[i], values[5], values[8]);
  }
  static char far[][WIDTH] = {"2147483647", "-2147483648", "99999999",
                              "9223372036854775807", "-9223372036854775808",
                              "92233720368547758070", "4294967296"};
  for (int i = 0; i < 7; i++) {
    memcpy(texts[5], far[i], WIDTH);
    longs(9, texts);
    printf("%s: %ld", far[i], counts[5]);
    if (i < 3) {
      static const int start[1];
      ints(1, far[i], start, whole);
      printf(" %d", whole[0]);
    }
    printf("\n");
  }
  return 0;
}
