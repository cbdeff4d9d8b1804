// Counts of loops that ask how far the end is.
// RUN: %clang -O2 -c -o %t.o %s -fplugin-arg-loft-emit=lower -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft
#include <stddef.h>

// CHECK-LABEL: func @behind(
// CHECK:         loop (%{{.*}} < %{{.*}}) (
// CHECK-NOT:     while
// CHECK:       return
int behind(const int *p, const int *end) {
  int s = 0;
#pragma loft
  while (end - p > 1) {
    s += p[0] - p[1];
    p += 2;
  }
  return s;
}

// CHECK-LABEL: func @ahead(
// CHECK:         loop (%{{.*}} < %{{.*}}) (
// CHECK-NOT:     while
// CHECK:       return
int ahead(const int *p, const int *end) {
  int s = 0;
#pragma loft
  for (; end >= p + 3; p += 3)
    s += p[2];
  return s;
}

// CHECK-LABEL: func @by_index(
// CHECK:         loop (%{{.*}} < %{{.*}}) (
// CHECK-NOT:     while
// CHECK:       return
int by_index(const int *x, int n, int m) {
  int s = 0;
#pragma loft
  for (int i = 0; n - i >= m; i++)
    s += x[i];
  return s;
}

// A difference without a sign wraps.
// CHECK-LABEL: func @wraps(
// CHECK:         while %
// CHECK:       return
int wraps(const int *x, size_t n) {
  int s = 0;
#pragma loft
  for (size_t i = 0; n - i > 1; i++)
    s += x[i];
  return s;
}
