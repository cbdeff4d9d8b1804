// Rows that end at zeros, and of which elements behind these are touched, too.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: fourth ({{.*}}): cpu
// CHECK-DAG: first ({{.*}}): cpu
// CHECK-DAG: some ({{.*}}): cpu
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

enum { N = 3000 };

static int out[N];

__attribute__((noinline)) static void
fourth(char **w, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int k = 0; w[i][k]; k++)
      s += w[i][k];
    out[i] = s * 1000 + w[i][3];
  }
}

__attribute__((noinline)) static void
first(char **w, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int s = w[i][0] == 'a';
    for (int k = 0; w[i][k]; k++)
      s += w[i][k];
    out[i] = s;
  }
}

__attribute__((noinline)) static void
some(char **w, int n, int m) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int k = 0; w[i][k]; k++)
      s += w[i][k];
    for (int k = 0; k < m; k++)
      s += w[i][k] * (k + 3);
    out[i] = s;
  }
}

int
main(void) {
  static char *w[N];
  for (int i = 0; i < N; i++) {
    w[i] = calloc(8, 1);
    w[i][0] = i % 2 ? 'a' : 0;
    for (int k = 2; k < 8; k++)
      w[i][k] = (char)('A' + (i + k) % 20);
  }
  fourth(w, N);
  printf("%08x ", hash(out, sizeof out));
  first(w, N);
  printf("%08x ", hash(out, sizeof out));
  for (int m = 0; m <= 8; m += 4) {
    some(w, N, m);
    printf("%08x ", hash(out, sizeof out));
  }
  printf("\n");
  return 0;
}
