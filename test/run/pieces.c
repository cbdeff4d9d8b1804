// Floats of rows whose lengths are data are folded in pieces of 256 from the
// row's first element on, with the same bits on the CPU with any number of
// threads and on Vulkan; rows of one piece, integers, and what is exact, are
// folded as in C. "long" has rows that lavapipe's loops are too short for.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=cpu LOFT_THREADS=1 %run%t long | FileCheck %s
// RUN: env LOFT_OFFLOAD=cpu LOFT_THREADS=2 %run%t long | FileCheck %s
// RUN: env LOFT_OFFLOAD=cpu LOFT_THREADS=3 %run%t long | FileCheck %s
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=0 %run%t | FileCheck %s
// RUN: %clang -O2 -march=x86-64-v3 %s -o %t.fma %link
// RUN: env LOFT_OFFLOAD=cpu LOFT_THREADS=2 %run%t.fma long | FileCheck %s
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=0 %run%t.fma | FileCheck %s
// REQUIRES: vulkan
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 256, ROWS = 400, ANY = 1 << 30, COLUMNS = 1000 };

static int first[ROWS + 1], length[ROWS], whole[ROWS], want_whole[ROWS];
static int *to;
static float *value, x[COLUMNS], y[ROWS], low[ROWS], want[ROWS], want_low[ROWS];
static double d[ROWS], want_d[ROWS];

static void
multiply(int n, const int *to, const float *value) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      sum += value[k] * x[to[k]];
    y[i] = sum;
  }
}

static void
multiply_exact(int n, const int *to, const float *value) {
#pragma loft exact
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      sum += value[k] * x[to[k]];
    y[i] = sum;
  }
}

// A residual, from what is there; several folds; something behind them.
static void
residual(int n, const int *to, const float *value) {
#pragma loft
  for (int i = 0; i < n; i++) {
    double r = d[i];
    float least = 1e9f;
    int sum = 0, begin = first[i];
    for (int k = 0; k < length[i]; k++) {
      r -= (double)value[begin + k];
      least = value[begin + k] < least ? value[begin + k] : least;
      sum += to[begin + k];
    }
    d[i] = r * 0.5;
    low[i] = least;
    whole[i] = sum;
  }
}

// Folds in any order.
static void
look(int n, int wanted, const int *to, _Bool *found, long *total) {
#pragma loft
  for (int i = 0; i < n; i++) {
    _Bool any = 0;
    long sum = i;
    for (int k = first[i]; k < first[i + 1]; k++) {
      any |= to[k] == wanted;
      sum += to[k];
    }
    found[i] = any;
    total[i] = sum;
  }
}

// How many rows look has wrong.
static int
look_wrong(const _Bool *found, const long *total) {
  int wrong = 0;
  for (int i = 0; i < ROWS; i++) {
    _Bool any = 0;
    long sum = i;
    for (int k = first[i]; k < first[i + 1]; k++) {
      any |= to[k] == 777;
      sum += to[k];
    }
    wrong += any != found[i] || sum != total[i];
  }
  return wrong;
}

// The fold of row "i" in pieces of "piece".
static float
row(int i, int piece) {
  float all = 0;
  for (int p = first[i];
       p<first[i + 1]; p = first[i + 1] - p> piece ? p + piece : first[i + 1]) {
    float sum = p == first[i] ? 0.0f : -0.0f;
    for (int k = p; k < first[i + 1] && k - p < piece; k++)
      sum += value[k] * x[to[k]];
    all = p == first[i] ? sum : all + sum;
  }
  return all;
}

// What residual leaves.
static void
expect_residual(void) {
  for (int i = 0; i < ROWS; i++) {
    double all = d[i];
    want_low[i] = 1e9f;
    want_whole[i] = 0;
    for (int p = first[i]; p < first[i + 1]; p += PIECE) {
      double r = p == first[i] ? d[i] : -0.0;
      for (int k = p; k < first[i + 1] && k < p + PIECE; k++) {
        r -= (double)value[k];
        want_low[i] = value[k] < want_low[i] ? value[k] : want_low[i];
        want_whole[i] += to[k];
      }
      all = p == first[i] ? r : all + r;
    }
    want_d[i] = all * 0.5;
  }
}

// Fills the arrays; "longest" is the length of the longest row.
static void
fill(int longest) {
  static const int lengths[] = {0, 1, 255, 256, 257, 511, 512, 513, 0, 3000};
  for (int i = 0; i < ROWS; i++) {
    length[i] = i % 40 ? i % 7 : i / 40 < 9 ? lengths[i / 40] : longest;
    first[i + 1] = first[i] + length[i];
    d[i] = i * 0.3 - 7;
  }
  to = malloc(sizeof *to * (size_t)first[ROWS]);
  value = malloc(sizeof *value * (size_t)first[ROWS]);
  for (int k = 0; k < first[ROWS]; k++) {
    to[k] = (int)(k * 7919u % COLUMNS);
    value[k] = (float)(k * 2654435761u >> 8) / 1e6f - 8;
  }
  for (int j = 0; j < COLUMNS; j++)
    x[j] = (float)(j * 37 % 101) / 7 - 3;
}

static void
report(const char *name, const void *p, const void *q, size_t size) {
  printf("%s %s\n", name, memcmp(p, q, size) ? "differs" : "equal");
}

int
main(int argc, char **argv) {
  (void)argv;
  fill(argc > 1 ? 100000 : 3000);
  for (int i = 0; i < ROWS; i++)
    want[i] = row(i, PIECE);
  multiply(ROWS, to, value);
  report("pieces", y, want, sizeof y); // CHECK: pieces equal
  for (int i = 0; i < ROWS; i++)
    want[i] = row(i, ANY);
  report("as in C", y, want, sizeof y); // CHECK: as in C differs
  multiply_exact(ROWS, to, value);
  report("exact", y, want, sizeof y); // CHECK: exact equal
  expect_residual();
  residual(ROWS, to, value);
  report("residual", d, want_d, sizeof d);         // CHECK: residual equal
  report("least", low, want_low, sizeof low);      // CHECK: least equal
  report("sums", whole, want_whole, sizeof whole); // CHECK: sums equal
  static _Bool found[ROWS];
  static long total[ROWS];
  look(ROWS, 777, to, found, total);
  printf("looked %d\n", look_wrong(found, total)); // CHECK: looked 0
  return 0;
}
