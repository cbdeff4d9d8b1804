// An int beside the bool may be -1, or 2: neither sum nor xor is one of truth
// values. What becomes of either bool is composed instead.
// RUN: %clang -O2 -c %s -o %t.o -fplugin-arg-loft-remarks 2>&1 | FileCheck %s
#include <stdbool.h>

// CHECK: no-reduce-bool.c:[[@LINE+3]]:3: remark: lifted to reduce of 1 value;
bool sum(int n, bool s, const int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

// CHECK: no-reduce-bool.c:[[@LINE+3]]:3: remark: lifted to reduce of 1 value;
bool parity(int n, bool s, const int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    s ^= x[i];
  return s;
}

// CHECK: no-reduce-bool.c:[[@LINE+3]]:3: remark: lifted to reduce of 1 value;
bool two(int n, bool s, const bool *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    s = (s + x[i]) ^ 1;
  return s;
}
