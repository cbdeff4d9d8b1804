// Rows of elements at places that are data, written by one iteration each: they
// are in order, empty, listed by start and length, backwards, or overlap.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-COUNT-30: cpu,
// CHECK-COUNT-10: original: its run-time guard failed
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/hash.h"

enum { ROWS = 3000, PLACES = 40000 };

static int ptr[ROWS + 1], length[ROWS];
static long start[ROWS];
static float val[PLACES], scale[ROWS];
static double out[PLACES];
static int count[PLACES], last[PLACES];

static void
scaled(int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int k = ptr[i]; k < ptr[i + 1]; k++)
      val[k] = val[k] * scale[i] + k;
}

static void
listed(int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int k = 0; k < length[i]; k++)
      out[start[i] + k] = out[start[i]] + k * 0.5 + i;
}

// Running sums of each row, by going down.
static void
sums(int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int k = ptr[i + 1] - 2; k >= ptr[i]; k--)
      count[k] += count[k + 1];
}

// Rows that a condition chooses; the others may lie anywhere.
static void
chosen(int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (length[i] > 2)
      for (int k = 0; k < length[i] - 2; k++)
        if (out[start[i] + k + 1] > 3)
          count[start[i] + k] = i;
}

// What a row holds is folded, and written to all of it, several times.
static void
spread(int n, int times)
{
#pragma loft
  for (int t = 0; t < times; t++)
    for (int i = 0; i < n; i++) {
      int sum = t;
      for (int k = ptr[i]; k < ptr[i + 1]; k++)
        sum += last[k];
      for (int k = ptr[i]; k < ptr[i + 1]; k++)
        last[k] = sum;
    }
}

static void
run(const char *what, int n)
{
  scaled(n);
  listed(n);
  sums(n);
  chosen(n);
  spread(n, 2);
  printf("%s %d: %08x %08x %08x %08x\n", what, n, hash(val, sizeof val),
         hash(out, sizeof out), hash(count, sizeof count),
         hash(last, sizeof last));
}

int
main(void)
{
  static const int sizes[] = {0, 1, 2, 31, 300, ROWS};
  for (int i = 0; i < PLACES; i++) {
    val[i] = (float)(i % 100);
    out[i] = i % 70;
    count[i] = last[i] = i % 50;
  }
  for (int i = 0; i < ROWS; i++) {
    scale[i] = (float)(i % 5) * 0.25f;
    length[i] = i % 7 == 3 ? 0 : i % 9;
    ptr[i + 1] = ptr[i] + length[i];
    start[i] = length[i] ? ptr[i] + i : i % 11;
  }
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    run("in order", sizes[i]);
  for (int i = 100; i < 200; i++) {
    ptr[i] -= 3;
    start[i] = start[399 - i] + 1;
  }
  run("overlapping", ROWS);
  for (int i = 0; i < ROWS / 2; i++) {
    long t = start[i];
    start[i] = start[ROWS - 1 - i];
    start[ROWS - 1 - i] = t;
  }
  ptr[7] = ptr[9] + 5;
  run("in disorder", ROWS);
  return 0;
}
