// Where the runtime chooses, ranks share regions of which they are expected to
// be faster together: those with more work than it takes to exchange results.
// REQUIRES: mpi
// RUN: %clang -O2 %s -o %t -lloftmpi %link
// RUN: %ranks %t LOFT_OFFLOAD=default
// RUN: FileCheck %s --input-file=%t.ranks.2
// CHECK-DAG: much ({{.*}}): cpu, rank 0 of 2: 500 of 1000 iterations: {{.*}}; ranks are faster together, by estimate
// CHECK-DAG: much ({{.*}}): cpu, rank 1 of 2: 500 of 1000 iterations: {{.*}}; ranks are faster together, by estimate
// RUN: not grep 'little.*rank' %t.ranks.2
// RUN: grep -c 'little .*: .*' %t.ranks.2 | FileCheck %s --check-prefix=COUNT
// COUNT: 2
#include <stdio.h>

enum { N = 1000, M = 100000 };
static int x[N], y[N], z[M];

__attribute__((noinline)) static void
much(int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < n; j++)
      s += (x[j] ^ x[i]) & 255;
    y[i] = s;
  }
}

__attribute__((noinline)) static void
little(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    z[i] = i ^ 5;
}

int
main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i * 7919 % 1009;
  much(N);
  little(M);
  unsigned h = 0;
  for (int i = 0; i < N; i++)
    h = h * 31 + (unsigned)(y[i] ^ z[i * 100]);
  printf("%u\n", h);
  return 0;
}
