// Least and greatest floats by key have C's bits: an element that is a NaN
// stays, a NaN among the numbers is skipped, of two zeros the first one stays;
// with few elements and with many.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: least ({{.*}}): cpu
// CHECK-DAG: greatest ({{.*}}): cpu
// CHECK-DAG: both ({{.*}}): cpu
// CHECK-DAG: among ({{.*}}): cpu
// CHECK-DAG: named ({{.*}}): cpu
// CHECK-DAG: of_two ({{.*}}): cpu
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 30000, BINS = 6000 };

static int key[N];
static float x[N], y[N], low[BINS], high[BINS];
static double d[N], most[BINS];

__attribute__((noinline)) static void
least(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if (x[i] < low[key[i]])
      low[key[i]] = x[i];
}

__attribute__((noinline)) static void
greatest(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    most[key[i]] = d[i] > most[key[i]] ? d[i] : most[key[i]];
}

__attribute__((noinline)) static void
both(int n) {
#pragma loft required exact
  for (int i = 0; i < n; i++) {
    float v = x[i];
    int k = key[i];
    if (v < low[k])
      low[k] = v;
    if (high[k] < v)
      high[k] = v;
  }
}

__attribute__((noinline)) static void
among(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if (key[i] & 1 && high[key[i] / 2] < x[i])
      high[key[i] / 2] = x[i];
}

// No zeros among these: which one fmin takes is left to the C library.
__attribute__((noinline)) static void
named(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    low[key[i]] = fminf(low[key[i]], x[i] + 0.5f);
    most[key[i]] = fmax(most[key[i]], d[i] + 0.5);
  }
}

// Two numbers an iteration, of which the first may be a NaN.
__attribute__((noinline)) static void
of_two(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    float m = low[key[i]];
    m = x[i] < m ? x[i] : m;
    m = y[i] < m ? y[i] : m;
    low[key[i]] = m;
  }
}

static void
show(const char *what) {
  unsigned h = 0, u;
  for (int i = 0; i < BINS; i++) {
    unsigned long long w;
    memcpy(&u, &low[i], sizeof u);
    h = h * 31 + (isnan(low[i]) ? 7 : u);
    memcpy(&u, &high[i], sizeof u);
    h = h * 31 + (isnan(high[i]) ? 7 : u);
    memcpy(&w, &most[i], sizeof w);
    h = h * 31 + (isnan(most[i]) ? 7 : (unsigned)(w >> 32) + (unsigned)w);
  }
  printf("%s %08x\n", what, h);
}

static void
fill(int bins, int n) {
  unsigned r = (unsigned)bins;
  for (int i = 0; i < n; i++) {
    r = r * 1664525 + 1013904223;
    key[i] = (int)((r >> 9) % (unsigned)bins);
    r = r * 1664525 + 1013904223;
    x[i] = (float)((int)(r >> 12) % 2000 - (r >> 30 ? 0 : 900));
    if ((r >> 8) % 5 == 0)
      x[i] = (r >> 11) & 1 ? 0.0f : -0.0f;
    if ((r >> 8) % 7 == 0)
      x[i] = NAN;
    if ((r >> 8) % 301 == 0)
      x[i] = (r >> 12) & 1 ? INFINITY : -INFINITY;
    d[i] = -x[i];
    y[i] = (float)(r >> 13);
  }
  for (int i = 0; i < BINS; i++) {
    low[i] = i % 9 == 4 ? NAN : i % 5 ? INFINITY : 0.0f;
    high[i] = i % 9 == 5 ? NAN : i % 5 ? -0.0f : -INFINITY;
    most[i] = i % 9 == 5 ? NAN : i % 5 ? -3 : -0.0;
  }
}

int
main(void) {
  static const int bins[] = {1, 7, 300, BINS}, sizes[] = {0, 1, 50, 4097, N};
  for (int b = 0; b < 4; b++)
    for (int s = 0; s < 5; s++) {
      fill(bins[b], sizes[s]);
      least(sizes[s]);
      show("least");
      greatest(sizes[s]);
      show("greatest");
      fill(bins[b], sizes[s]);
      both(sizes[s]);
      show("both");
      among(sizes[s]);
      show("among");
      fill(bins[b], sizes[s]);
      named(sizes[s]);
      show("named");
      fill(bins[b], sizes[s]);
      of_two(sizes[s]);
      show("of_two");
    }
}
