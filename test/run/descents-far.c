// A walk that never gets where some of its links lead: what is there cannot be
// read, so the original loop runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK: follow {{.*}}original
#include <stdio.h>

enum { N = 100 };

static void
follow(int n, int m, const int *next, int *at) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int node = at[i];
    for (int j = 0; j < m; j++)
      node = next[node];
    at[i] = node;
  }
}

static int next[N], at[N];

int
main(void) {
  for (int i = 0; i < N; i++) {
    next[i] = i == 51 ? 1 << 30 : (i * 2 + 2) % N;
    at[i] = i * 6 % N;
  }
  follow(N, 5, next, at);
  for (int i = 0; i < N; i++)
    printf("%d ", at[i]);
}
