// Many forms of counts, each called again and again with other data, at times
// out of the range that it had before: results are those of the loops as they
// are written.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run %t > %t.original
// RUN: env LOFT_OFFLOAD=cpu %run %t > %t.cpu
// RUN: diff %t.original %t.cpu
// RUN: env OMP_NUM_THREADS=4 LOFT_TEST_GRAIN=5000 LOFT_OFFLOAD=cpu %run %t \
// RUN:   > %t.cpu
// RUN: diff %t.original %t.cpu
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run %t 2>&1 | FileCheck %s
// CHECK-DAG: plain ({{.*}}): the lifted CPU code did not do it: data is out
// CHECK-DAG: some ({{.*}}): the lifted CPU code did not do it: data is out
// CHECK-DAG: rows ({{.*}}): the lifted CPU code did not do it: data is out
// CHECK-DAG: computed ({{.*}}): the lifted CPU code did not do it: data is out
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

enum { N = 200000, BINS = 600 };

static int key[N], least[BINS], sums[BINS], more[BINS];
static float place[N];

__attribute__((noinline)) static void
plain(int n, int *b, const int *k) {
#pragma loft required
  for (int i = 0; i < n; i++)
    b[k[i]]++;
}

__attribute__((noinline)) static void
some(int n, int *b, const int *k) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if (k[i] > 205)
      b[k[i] - 1] += i;
}

__attribute__((noinline)) static void
extremes(int n, int *b, const int *k) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if (i < b[k[i]])
      b[k[i]] = i;
}

__attribute__((noinline)) static void
rows(int n, int m, int *b, const int *k) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[k[i * m + j]] += j;
}

__attribute__((noinline)) static void
computed(int n, int *b, const float *p) {
#pragma loft required
  for (int i = 0; i < n; i++)
    b[(int)(p[i] * 2.0f) + 1]++;
}

__attribute__((noinline)) static void
pairs(int n, int *b, int *c, const int *k) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    b[k[i]]++;
    c[k[i] / 2] ^= i;
  }
}

int
main(void) {
  for (int r = 0; r < 12; r++) {
    int low = r % 5 == 4 ? 3 : 200, high = r % 4 == 3 ? BINS - 2 : 232;
    for (unsigned i = 0; i < N; i++) {
      unsigned h = (i + (unsigned)r) * 2654435761u >> 12;
      key[i] = 202 + (int)(h % 30);
      place[i] = (float)(h % 97) / 8 + 101;
    }
    key[1] = low;
    key[N - 1 - r] = high;
    place[r * 100] = (float)(low + high) / 4;
    plain(N, sums, key);
    some(N, more, key);
    extremes(N, least, key);
    rows(N / 8, 8, more, key);
    computed(N, sums, place);
    pairs(N, sums, more, key);
  }
  printf("%08x %08x %08x\n", hash(sums, sizeof sums), hash(more, sizeof more),
         hash(least, sizeof least));
}
