// Runs whose lengths do loops find: a do loop is a step, and a while loop.
// RUN: %clang -O2 -c -o %t.o %s -fplugin-arg-loft-emit=soac -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft
#include <stddef.h>
typedef unsigned char byte;

// CHECK-LABEL: func @counters(
// CHECK-NOT:     loop
// CHECK:         scan (%at{{[0-9]*}} <
int counters(const int *restrict x, int n, int *restrict y, int *restrict z) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n;) {
    int v = x[i], c = 0;
    do {
      i++;
      c++;
    } while (i < n && x[i] == v);
    y[k] = v;
    z[k++] = c;
  }
  return k;
}

// One counter, and sizes that have no sign.
// CHECK-LABEL: func @ends(
// CHECK-NOT:     loop
// CHECK:         scan (%at{{[0-9]*}} <
size_t ends(const int *restrict x, size_t n, size_t *restrict y) {
  size_t k = 0, i = 0;
#pragma loft
  while (i < n) {
    size_t j = i;
    do
      j++;
    while (j < n && x[j] == x[i]);
    y[k++] = j - i;
    i = j;
  }
  return k;
}

// No longer than a limit.
// CHECK-LABEL: func @limited(
// CHECK-NOT:     loop
// CHECK:         scan (%at{{[0-9]*}} <
int limited(const byte *restrict p, int n, byte *restrict y) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n;) {
    byte v = p[i];
    int c = 0;
    do {
      c++;
      i++;
    } while (c < 128 && i < n && p[i] == v);
    y[k++] = (byte)c;
    y[k++] = v;
  }
  return k;
}

// Two tests of elements: the loop stays, and what it finds are the ends of runs.
// CHECK-LABEL: func @two_tests(
// CHECK:         loop
int two_tests(const int *restrict x, int n, int *restrict y) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n;) {
    int s = i;
    do
      i++;
    while (i < n && x[i] > x[s] && x[i] != 3);
    y[k++] = i - s;
  }
  return k;
}
