// Sorts by counting whose places are known only where counts were 0 before, all
// keys are of counters that are summed up, and memory does not overlap: else the
// original runs.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.original
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t > %t.cpu 2> %t.log
// RUN: diff %t.original %t.cpu
// RUN: FileCheck %s < %t.log
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

enum { N = 3000, KEYS = 40 };

static void
sort(int *out, int *count, const int *x, const int *key, int n, int keys)
{
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      count[key[i]]++;
    for (int k = 1; k < keys; k++)
      count[k] += count[k - 1];
    for (int i = n - 1; i >= 0; i--)
      out[--count[key[i]]] = x[i];
  }
}

// Only some of the sums are copied.
static void
some(int *out, int *count, int *at, const int *key, int n, int copied)
{
#pragma loft region
  {
    for (int k = 0; k < KEYS; k++)
      count[k] = 0;
    for (int i = 0; i < n; i++)
      count[key[i]]++;
    int sum = 0;
    for (int k = 0; k < KEYS; k++) {
      int own = count[k];
      count[k] = sum;
      sum += own;
    }
    for (int k = 0; k < copied; k++)
      at[k] = count[k];
    for (int i = 0; i < n; i++)
      out[at[key[i]]++] = i;
  }
}

static int key[N], x[N], memory[2 * N], at[KEYS], counted[KEYS];

static void
run(const char *what, int first, int keys, int distance)
{
  int count[KEYS] = {first};
  for (int i = 0; i < N; i++)
    memory[N + i] = (int)((unsigned)i * 2654435761u >> 8) - 999;
  sort(memory + N - distance, count, memory + N, key, N, keys);
  printf("%s %08x %08x\n", what, hash(memory, sizeof memory), hash(count, sizeof count));
}

int
main(void)
{
  for (int i = 0; i < N; i++)
    key[i] = i * 37 % KEYS;
  // CHECK: : cpu
  run("apart", 0, KEYS, N);
  // CHECK: original
  run("no zero", 3, KEYS, N);
  // CHECK: original
  run("no sum", 0, KEYS - 1, N);
  // CHECK: original
  run("overlap", 0, KEYS, N / 2);
  // CHECK: : cpu
  run("apart", 0, KEYS, N);
  // CHECK: some{{.*}}: cpu
  some(memory, counted, at, key, N, KEYS);
  printf("all %08x\n", hash(memory, sizeof memory));
  at[KEYS - 1] = N;
  // CHECK: some{{.*}}original
  some(memory, counted, at, key, N, KEYS - 1);
  printf("some %08x\n", hash(memory, sizeof memory));
  return 0;
}
