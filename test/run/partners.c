// Elements that are exchanged with those whose number is reversed: by a table,
// or bit by bit. Tables that are not their own inverse leave C's order.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: by_table ({{.*}}): cpu
// CHECK-DAG: inner ({{.*}}): cpu
// CHECK-DAG: by_bits ({{.*}}): cpu
#include <stdio.h>

enum { BITS = 12, N = 1 << BITS };

static float re[N], im[N];
static int rev[N], x[N];

__attribute__((noinline)) static void
by_table(float *a, float *b, const int *to, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int j = to[i];
    if (i < j) {
      float t = a[i];
      a[i] = a[j];
      a[j] = t;
      t = b[i];
      b[i] = b[j];
      b[j] = t;
    }
  }
}

__attribute__((noinline)) static void
inner(int *a, const int *to, int n) {
#pragma loft required
  for (int i = 1; i < n - 1; i++)
    if (to[i] < i) {
      a[to[i]] += a[i];
      a[i] -= 2 * a[to[i]];
    }
}

__attribute__((noinline)) static void
by_bits(int *a, int n, int bits) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int r = 0;
    for (int b = 0; b < bits; b++)
      r |= ((i >> b) & 1) << (bits - 1 - b);
    if (r > i) {
      int t = a[i];
      a[i] = a[r];
      a[r] = t;
    }
  }
}

static void
fill(int bits) {
  for (int i = 0; i < N; i++) {
    re[i] = (float)i;
    im[i] = (float)(N - i);
    x[i] = i * 7 % 1001;
    rev[i] = 0;
    for (int b = 0; b < bits; b++)
      rev[i] |= ((i >> b) & 1) << (bits - 1 - b);
  }
}

static void
print(void) {
  unsigned h = 1;
  for (int i = 0; i < N; i++)
    h = h * 31 + (unsigned)re[i] * 3 + (unsigned)im[i] + (unsigned)x[i];
  printf("%u\n", h);
}

int
main(void) {
  for (int k = 0; k < 6; k++) {
    fill(BITS);
    if (k == 1)
      rev[5] = rev[9], rev[9] = 700;
    if (k == 2)
      for (int i = 0; i + 2 < N; i += 3)
        rev[i] = i + 1, rev[i + 1] = i + 2, rev[i + 2] = i;
    if (k == 3)
      for (int i = 0; i < N; i++)
        rev[i] = N / 2;
    if (k == 4)
      rev[17] = rev[33] = 17;
    int n = k == 5 ? N - 1 : N;
    by_table(re, im, rev, n == N ? n : 0);
    print();
    inner(x, rev, N);
    print();
    by_bits(x, N, k == 4 ? BITS - 1 : BITS);
    print();
  }
  fill(3);
  by_table(re, im, rev, 8);
  by_bits(x, 8, 3);
  by_bits(x, 1, 0);
  print();
}
