// States that an iteration sets whatever they were, read behind the loop: the
// flag of a run that is still open there. Where one starts as neither 0 nor 1,
// the original runs.
// RUN: %clang -O2 -fplugin-arg-loft-remarks %s -o %t %link 2>&1 | FileCheck %s
// RUN: %three %t none
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 >/dev/null | FileCheck --check-prefix=LOG %s
// LOG-DAG: runs ({{.*}}): cpu
// LOG-DAG: words ({{.*}}): original: {{.*}}guard failed
#include <stdio.h>

#include "Inputs/hash.h"

enum { MOST = 5000 };
static int x[MOST], from[MOST], to[MOST];
static char text[MOST];

// The end of the last run is written behind the loop.
// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to scan of 5 values;
__attribute__((noinline)) static int
runs(int n, int most) {
  int k = 0, inside = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] < most && !inside) {
      from[k] = i;
      inside = 1;
    }
    if (!(x[i] < most) && inside) {
      to[k++] = i;
      inside = 0;
    }
  }
  if (inside)
    to[k++] = n;
  return k;
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to reduce add;
__attribute__((noinline)) static int
words(int n, int in) {
  int words = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (text[i] == ' ' || text[i] == '\n') {
      in = 0;
    } else if (!in) {
      in = 1;
      words++;
    }
  return words * 8 + in;
}

// A state that stays as it is in some iterations does depend on what it was.
// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to scan of 1 value + reduce add;
__attribute__((noinline)) static int
stays(int n, int in) {
  int words = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (text[i] == ' ') {
      in = 0;
    } else if (!in && text[i] == 'b') {
      in = 1;
      words++;
    }
  return words * 8 + in;
}

// What it is set to is more than 1.
// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to
__attribute__((noinline)) static int
large(int n, int in) {
  int words = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (text[i] == ' ') {
      in = 0;
    } else {
      words += !in;
      in = 5;
    }
  return words * 8 + in;
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to scan of 5 values;
__attribute__((noinline)) static int
bool_runs(int n, int most, _Bool inside) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] < most && !inside) {
      from[k] = i;
      inside = 1;
    } else if (x[i] >= most && inside) {
      to[k++] = i;
      inside = 0;
    }
  }
  if (inside)
    to[k++] = n;
  return k;
}

// Bools are states of machines, too.
// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to scan of 1 value + reduce add;
__attribute__((noinline)) static int
tags(int n, _Bool in) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (text[i] == 'a')
      in = 1;
    else if (text[i] == 'c')
      in = 0;
    else if (!in)
      k++;
  }
  return k * 2 + in;
}

// Sums and bits of a bool with any numbers.
// CHECK: :[[@LINE+4]]:{{.*}}: remark: lifted to reduce of 1 value;
__attribute__((noinline)) static int
sum(int n, _Bool s) {
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i] % 7 - 2;
  return s;
}

// CHECK: :[[@LINE+4]]:{{.*}}: remark: lifted to reduce of 1 value;
__attribute__((noinline)) static int
parity(int n, _Bool s) {
#pragma loft
  for (int i = 0; i < n; i++)
    s ^= x[i] & 3;
  return s;
}

int
main(void) {
  for (int i = 0; i < MOST; i++) {
    x[i] = (i * 7919 % 4801) / 100 * (i % 97 < 40);
    text[i] = " ab\nc"[i * i % 23 % 5];
  }
  for (int n = 0; n <= MOST; n = n * 3 + 1)
    for (int most = 0; most < 60; most += 19)
      printf("%d %x %x %d %d %d %d %d %x %d\n", runs(n, most), hash(from, sizeof from),
             hash(to, sizeof to), words(n, 0), words(n, 1), stays(n, n & 1),
             large(n, 0), bool_runs(n, most, n & 1), hash(to, sizeof to),
             tags(n, n & 1));
  for (int n = 0; n < 40; n++)
    printf("%d%d%d%d ", sum(n, 0), sum(n, 1), parity(n, 0), parity(n, 1));
  printf("%d %d %d %d\n", words(9, 7), words(0, 9), stays(9, 7), large(9, 1));
}
