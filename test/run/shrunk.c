// Recurrences of a distance that only the run gives: in strips of as many
// iterations where that is 16 or more, else as the original or as what it reads
// from a copy.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 >/dev/null | FileCheck --check-prefix=RAN %s
// CHECK-NOT: warning: loop stays
// RAN: comb (/{{.*}}: cpu, 1 thread
// RAN: undo (/{{.*}}: cpu, 1 thread
// RAN: filter (/{{.*}}: cpu, 1 thread
// RAN: knapsack (/{{.*}}: cpu, 1 thread
// RAN: several (/{{.*}}: cpu, 1 thread
// RAN: steps (/{{.*}}: cpu, 1 thread
// RAN: down (/{{.*}}: cpu, 1 thread
// RAN: pair (/{{.*}}: cpu, 1 thread
// RAN: long_distance (/{{.*}}: cpu, 1 thread
// RAN: ways (/{{.*}}: cpu, 1 thread
// RAN: n 700, d 1:
// RAN: undo (/{{.*}}: original: its run-time guard failed
// RAN: rows (/{{.*}}: cpu, 1 thread
// RAN: n 700, d 0:
// RAN: undo (/{{.*}}: cpu, 1 thread
// RAN: n 700, d 15:
// RAN: undo (/{{.*}}: original: its run-time guard failed
// RAN: n 700, d 16:
// RAN: undo (/{{.*}}: cpu, 1 thread
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 700 };
static int a[8 * N], b[8 * N];
static float f[8 * N], g[8 * N];
static unsigned char r[8 * N];

#define FN __attribute__((noinline)) static

FN void
comb(float *restrict y, const float *restrict x, int n, int d)
{
#pragma loft
  for (int i = d; i < n; i++)
    y[i] = 0.5f * y[i - d] + x[i];
}

FN void
undo(int *y, int n, int d)
{
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] += y[i - d];
}

FN void
filter(unsigned char *row, unsigned by, unsigned n)
{
#pragma loft
  for (unsigned i = by; i < n; i++)
    row[i] += row[i - by];
}

FN void
knapsack(int *best, int w, int v, int n)
{
#pragma loft
  for (int j = w; j <= n; j++)
    if (best[j - w] + v > best[j])
      best[j] = best[j - w] + v;
}

FN void
several(float *y, int n, int d, int e)
{
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = 0.25f * (y[i - d] + y[i - d - 1]) - 0.5f * y[i - e];
}

// A distance that is no multiple of the step is met by nobody.
FN void
steps(int *y, int n, int d)
{
#pragma loft
  for (int i = 0; i < n; i += 3)
    y[i + d] += y[i] * 7;
}

FN void
down(int *y, int n, int d)
{
#pragma loft
  for (int i = n - 1; i >= 0; i -= 2)
    y[i] += y[i + d];
}

FN void
pair(int *restrict y, int *restrict z, int n, int d)
{
#pragma loft
  for (int i = d; i < n; i++) {
    y[i] = z[i - d] + 1;
    if (y[i] & 1)
      z[i] = y[i - d] * 3 + z[i];
  }
}

FN void
long_distance(int *y, int n, size_t d)
{
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = y[i - d] * 3 + i;
}

FN void
ways(unsigned *w, const int *coin, int n_coins, int n)
{
#pragma loft
  for (int c = 0; c < n_coins; c++)
    for (int j = coin[c]; j <= n; j++)
      w[j] += w[j - coin[c]];
}

// Where a strip would be too short, rows are still filled at once.
FN void
rows(int (*z)[20], int n, int d)
{
#pragma loft
  for (int i = d; i < n; i++)
    for (int j = 0; j < 20; j++)
      z[i][j] = z[i - d][j] * 3 + j;
}

static void
fill(void)
{
  for (int i = 0; i < 8 * N; i++) {
    a[i] = i * 7 % 1013;
    b[i] = i * 11 % 977;
    f[i] = (float)(i * 7 % 101) / 64;
    g[i] = (float)(i * 5 % 89) / 64;
    r[i] = (unsigned char)(i * 37);
  }
}

static void
show(void)
{
  printf("%u ", hash(a, sizeof a) ^ hash(b, sizeof b) ^ hash(f, sizeof f) ^
                    hash(r, sizeof r));
}

int
main(void)
{
  static const int ns[] = {N, 0, 1, 17, 100};
  static const int ds[] = {100, 1,   0,   15,     16,  17,    33,  350,
                           N,   -16, -40, -N + 1, -N, 2 * N, N - 1};
  int *y = a + 4 * N;
  for (int i = 0; i < 5; i++)
    for (int k = 0; k < 15; k++) {
      int n = ns[i], d = ds[k], coins[] = {d < 0 ? 5 : d, 20, 1, 64};
      fill();
      fprintf(stderr, "n %d, d %d:\n", n, d);
      if (d >= 0)
        comb(f, g, n, d);
      undo(y, n, d);
      if (d >= 0) {
        filter(r, (unsigned)d, (unsigned)n);
        knapsack(b, d, 11, n);
      }
      several(f + 4 * N, n, d, 40);
      steps(y, n, d);
      down(y, n, d);
      if (d >= 0)
        pair(a, b, n, d);
      long_distance(y, n, (size_t)d);
      ways((unsigned *)b, coins, 4, n);
      if (d >= 0)
        rows((int(*)[20])a, n / 4, d);
      show();
    }
  undo(y, 0, INT_MIN);
  steps(y, -5, INT_MIN);
  filter(r, UINT_MAX, 5);
  show();
}
