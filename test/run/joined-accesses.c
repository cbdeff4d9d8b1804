// Stores a few elements apart, and loads and stores between them that may be of
// the same elements: vectors keep the order of an iteration.
// COVERS: strides-scaled_guess
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %clang -O2 -march=native %s -o %t.native %link
// RUN: %three %t anywhere
// RUN: %three %t.native anywhere
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

#define FN __attribute__((noinline)) static
enum { N = 200 };
typedef struct pair {
  int x[2];
} pair;
static int a[8 * N], b[N], at[N];

FN void
store_between(int *p, int n, int h, const int *q) {
#pragma loft
  for (int i = 0; i < n; i++) {
    p[2 * i] = q[i];
    p[2 * i + 2 * h * n + 1] = 7;
    p[2 * i + 1] += p[2 * i];
  }
}

FN void
load_behind(int *p, int n, int h, const int *q) {
#pragma loft
  for (int i = 0; i < n; i++) {
    p[2 * i] = q[i];
    p[2 * i + 1] = p[2 * i + 2 * h * n];
  }
}

FN void
load_of_either(int *p, int n, const int *k, const int *q) {
#pragma loft
  for (int i = 0; i < n; i++) {
    p[2 * i] = q[i];
    p[2 * i + 1] = p[2 * i + (k[i] & 1)];
  }
}

FN void
promised(int *p, int n, const int *k, const int *q) {
#pragma loft independent
  for (int i = 0; i < n; i++) {
    p[2 * i] = q[i];
    p[2 * i + 1] = p[k[i]];
  }
}

FN void
of_structures(pair *p, int n, const int *k, const int *q) {
#pragma loft
  for (int i = 0; i < n; i++) {
    p[i].x[0] = q[i];
    p[i].x[k[i] & 1]++;
    p[i].x[1] += p[i].x[0];
  }
}

static void
show(void) {
  printf("%08x\n", hash(a, sizeof a));
  for (int i = 0; i < 8 * N; i++)
    a[i] = i % 7;
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    b[i] = i + 1;
    at[i] = i * i % 5;
  }
  for (int h = 0; h < 4; h++) {
    store_between(a, N, h, b);
    show();
    load_behind(a, N, h, b);
    show();
  }
  load_of_either(a, N, at, b);
  show();
  of_structures((pair *)a, N, at, b);
  show();
  for (int i = 0; i < N; i++)
    at[i] = 2 * i;
  promised(a, N, at, b);
  show();
}
