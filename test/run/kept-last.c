// What differs from the element appended last is appended: from nothing on, and
// behind elements that are there. A counter below 0 runs the original.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: unique ({{.*}}): cpu
// CHECK-DAG: squeeze ({{.*}}): cpu
// CHECK-DAG: unique ({{.*}}): original
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

enum { SIZE = 20000 };

static int x[SIZE], out[SIZE + 2];
static char s[SIZE], t[SIZE + 1];

__attribute__((noinline)) static int
unique(int n, int k, const int *in, int *to) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if (k == 0 || in[i] != to[k - 1])
      to[k++] = in[i];
  return k;
}

__attribute__((noinline)) static int
squeeze(int n, const char *in, char *to) {
  int k = 1;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (to[k - 1] != in[i])
      to[k++] = in[i];
  return k;
}

int
main(void) {
  unsigned r = 1;
  for (int i = 0; i < SIZE; i++) {
    r = r * 1664525 + 1013904223;
    x[i] = r >> 31;
    s[i] = "ab "[(r >> 20) % 3];
  }
  for (int n = 0; n <= SIZE; n = n ? n * 27 : 1)
    for (int k = 0; k < 3; k++) {
      memset(out, 0, sizeof out);
      out[1] = 1;
      printf("%d", unique(n > k ? n - k : n, k, x, out));
      printf(" %08x", hash(out, sizeof out));
      t[0] = k ? 'a' : 'b';
      printf(" %d", squeeze(n, s, t));
      printf(" %08x\n", hash(t, sizeof t));
    }
  printf("%d %08x\n", unique(5, -2, x, out + 3), hash(out, sizeof out));
}
