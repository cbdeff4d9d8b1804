// do loops that count: they run once at least; a test of what the variable was
// before its step lets them run once more.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int m, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int k = 0, v = x[i], w = m;
    do
      v += k;
    while (++k < m);
    do
      v ^= w;
    while (w-- > 0);
    k = 1;
    do {
      v -= k;
      k += 2;
    } while (k < 10);
    x[i] = v;
  }
}

// CHECK:        %convert1: i64 = convert %m
// CHECK-NEXT:   %max: i64 = max %convert1, %c1
// CHECK-NEXT:   %v1: i32 = loop (%k < %max) (%v2 = %v) {
// CHECK:        %max1: i64 = max %convert1, %c
// CHECK-NEXT:   %add: i64 = add %max1, %c1
// CHECK-NEXT:   %v4: i32 = loop (%w < %add) (%v5 = %v1) {
// CHECK:        %c4: i64 = const 5
// CHECK-NEXT:   %v7: i32 = loop (%k1 < %c4) (%v8 = %v4) {
