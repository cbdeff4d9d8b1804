// Reads ahead of the writes of a loop by steps that are no constant are of
// copies of their elements, where they gain on the writes in each iteration.
// COVERS: shape-gathered
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft
// RUN: %loft-opt --passes=common --check-eval %t.loft

// The region checks that s is 1 or more.
// CHECK-LABEL: func @take(
// CHECK: alloc
// CHECK: map
// CHECK: map
// CHECK-LABEL: func @take_guard(
void take(int n, int *x, int s) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[s * i] + 1;
}

// That squares gain needs no check but of their size.
// CHECK-LABEL: func @squares(
// CHECK: alloc
// CHECK: map
// CHECK: map
void squares(long n, int *x) {
#pragma loft
  for (long i = 0; i < n; i++)
    x[i] = x[i * i] + 1;
}

// Two reads, of a copy each.
// CHECK-LABEL: func @pairs(
// CHECK: alloc
// CHECK: map
// CHECK: alloc
// CHECK: map
// CHECK: map
void pairs(unsigned long n, double *x, unsigned long s) {
#pragma loft
  for (unsigned long i = 0; i < n; i++)
    x[i] = x[s * i] + x[s * i + 1];
}

// Backwards.
// CHECK-LABEL: func @down(
// CHECK: alloc
// CHECK: map
// CHECK: map
void down(long n, int *x, long s) {
#pragma loft
  for (long i = 0; i < n; i++)
    x[-i] = x[-s * i - 1];
}

// A read behind the write of its iteration, further from the start on.
// CHECK-LABEL: func @behind(
// CHECK: alloc
// CHECK: map
// CHECK: map
void behind(long n, int *x, long s, int *y) {
#pragma loft
  for (long i = 0; i < n; i++) {
    x[i] = y[i];
    y[i] = x[s * i + 1];
  }
}
