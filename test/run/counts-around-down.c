// Integers that count around downwards, by masks that are data, and by sums of
// several numbers: reads of rings, and writes into them. Where one starts
// outside, or the mask is none, the original runs.
// RUN: %clang -O2 -fplugin-arg-loft-remarks %s -o %t %link 2>&1 | FileCheck %s
// RUN: %three %t none
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 >/dev/null | FileCheck --check-prefix=LOG %s
// LOG-DAG: by_mask ({{.*}}): cpu
// LOG-DAG: back ({{.*}}): cpu
// LOG-NOT: by_two ({{.*}}): original
// LOG-DAG: by_mask ({{.*}}): original: {{.*}}guard failed
// LOG-DAG: back ({{.*}}): original: {{.*}}guard failed
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 200 };
static int x[N], y[N], d[N];

// CHECK: :[[@LINE+4]]:{{.*}}: remark: lifted to map
__attribute__((noinline)) static int
by_mask(int n, int k, int mask) {
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] += x[k];
    k = (k + 1) & mask;
  }
  return k;
}

// CHECK: :[[@LINE+4]]:{{.*}}: remark: lifted to map
__attribute__((noinline)) static unsigned
by_mask_down(int n, unsigned k, unsigned mask) {
#pragma loft
  for (int i = 0; i < n; i++) {
    k = mask & (k - 3);
    y[i] ^= x[k];
  }
  return k;
}

// CHECK: :[[@LINE+4]]:{{.*}}: remark: lifted to map
__attribute__((noinline)) static int
back(int n, int k, int m, int c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    k -= c;
    if (k < 0)
      k += m;
    y[i] -= x[k] * 3;
  }
  return k;
}

// CHECK: :[[@LINE+4]]:{{.*}}: remark: lifted to map
__attribute__((noinline)) static long
rest_back(int n, long k, long m, int c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] += x[k] * 7;
    k = (k - c) % m;
    if (k < 0)
      k += m;
  }
  return k;
}

// CHECK: :[[@LINE+4]]:{{.*}}: remark: lifted to map
__attribute__((noinline)) static int
sum_back(int n, short k, int m) {
#pragma loft
  for (int i = n - 1; i >= 0; i--) {
    y[i] ^= x[k] * 5;
    k = (short)((k + m - 1) % m);
  }
  return k;
}

// CHECK: :[[@LINE+4]]:{{.*}}: remark: lifted to map
__attribute__((noinline)) static unsigned
sum_back_unsigned(int n, unsigned k, unsigned m, unsigned c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] += x[k];
    k = (m - c + k) % m;
  }
  return k;
}

// Only every other number comes, but the start may be any.
// CHECK: :[[@LINE+4]]:{{.*}}: remark: lifted to map
__attribute__((noinline)) static int
by_two(int n, int k) {
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] += x[k];
    k = (k + 2) % 8;
  }
  return k;
}

// What is written may be read by iterations that come around.
// CHECK: :[[@LINE+4]]:{{.*}}: remark: lifted to loop of map
__attribute__((noinline)) static int
delay(int n, int k, int m) {
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] = d[k];
    d[k] = x[i] + y[i] / 2;
    if (--k < 0)
      k += m;
  }
  return k;
}

static int
all(int n, int k, int m, int c) {
  int s = back(n, k, m, c) + 3 * (int)rest_back(n, k, m, c);
  s += 5 * sum_back(n, (short)k, m);
  s += 7 * (int)sum_back_unsigned(n, (unsigned)k, (unsigned)m, (unsigned)c);
  return s + 11 * delay(n, k, m);
}

int
main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i * 7919 % 251, d[i] = i * 31 % 97;
  for (int n = 0; n <= N; n = n * 3 + 1) {
    for (int mask = 0; mask < 64; mask = mask * 2 + 1) {
      int s = by_mask(n, mask / 2, mask);
      s += by_two(n, mask & 7) * 5;
      s += (int)by_mask_down(n, (unsigned)mask / 3, (unsigned)mask) * 3;
      printf("%d %x\n", s, hash(y, sizeof y));
    }
    for (int m = 1; m < 40; m += 11)
      printf("%d %x %x\n", all(n, m / 2, m, 1 + m / 3), hash(y, sizeof y),
             hash(d, sizeof d));
  }
  printf("%d %d ", by_mask(20, 2, 6), by_mask(20, 9, 7));
  printf("%u ", by_mask_down(20, 9, 5));
  printf("%d %d ", back(10, 5, 4, 1), back(9, 50, 40, 41));
  printf("%d %x\n", sum_back(10, 9, 5), hash(y, sizeof y));
}
