// Reads that go faster than the writes behind them are of a copy: of a place
// that is no nearer than the iteration's own, in each of them.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft
// RUN: %loft-opt --passes=common --check-eval %t.loft

// CHECK-LABEL: func @decimate(
// CHECK: alloc
// CHECK: map
// CHECK: map
void decimate(int n, int *x, const int *t) {
#pragma loft
  for (int i = 1; i < n; i++)
    x[i] = x[2 * i] + t[i];
}

// Backwards, from the end.
// CHECK-LABEL: func @spread(
// CHECK: alloc
// CHECK: map
// CHECK: map
void spread(int n, int *x) {
#pragma loft
  for (int i = n - 1; i >= 0; i--)
    x[2 * i] = x[i];
}

// Writes go faster.
// CHECK-NOT: func @overtake(
void overtake(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[2 * i] = x[i] + 1;
}

// The iteration itself has written what it reads, if its number is 0.
// CHECK-NOT: func @late(
void late(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    x[i] = i;
    x[n + i] = x[2 * i] + 1;
  }
}
