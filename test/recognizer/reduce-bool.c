// Every operator on bools, which C computes in int and converts back.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s
#include <stdbool.h>

// CHECK-LABEL: func @parity(
// CHECK: [xor %s]
bool parity(int n, bool s, const bool *x, const bool *y) {
#pragma loft required
  for (int i = 0; i < n; i++)
    s ^= x[i] ^ y[i];
  return s;
}

// CHECK-LABEL: func @differ(
// CHECK: [xor %s]
bool differ(int n, bool s, const bool *x) {
#pragma loft required
  for (int i = 0; i < n; i++)
    s = s != x[i];
  return s;
}

// CHECK-LABEL: func @both(
// CHECK: [and %s]
bool both(int n, bool s, const bool *x, const bool *y) {
#pragma loft required
  for (int i = 0; i < n; i++)
    s &= x[i] & y[i];
  return s;
}

// CHECK-LABEL: func @product(
// CHECK: [and %s]
bool product(int n, bool s, const bool *x) {
#pragma loft required
  for (int i = 0; i < n; i++)
    s *= x[i];
  return s;
}

// CHECK-LABEL: func @sum(
// CHECK: [or %s]
bool sum(int n, bool s, const bool *x, const bool *y) {
#pragma loft required
  for (int i = 0; i < n; i++)
    s += x[i] + y[i];
  return s;
}

// CHECK-LABEL: func @least(
// CHECK: [and %s]
bool least(int n, bool s, const bool *x) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if (x[i] < s)
      s = x[i];
  return s;
}

// CHECK-LABEL: func @greatest(
// CHECK: [or %s]
bool greatest(int n, bool s, const bool *x) {
#pragma loft required
  for (int i = 0; i < n; i++)
    s = x[i] > s ? x[i] : s;
  return s;
}
