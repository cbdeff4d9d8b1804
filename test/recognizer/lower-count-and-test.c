// A count with a test besides: both bound the loop.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int m, double *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    double v = x[i];
    for (int k = 0; k < m && v < 2; k++)
      v = v * v;
    x[i] = v;
  }
}

// CHECK:      func @f(%n: i32, %x: []f64 {read,write}, %m: i32) -> ([]f64) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %x1: []f64 = loop (%i < %convert) (%x2 = %x) {
// CHECK-NEXT:     %v: f64 = index %x2, %i
// CHECK-NEXT:     %convert1: i64 = convert %m
// CHECK-NEXT:     %c: f64 = const 0x1p+1
// CHECK-NEXT:     %lt: bool = lt %v, %c
// CHECK-NEXT:     %go: bool, %v1: f64 = loop (%k < %convert1) (%go1 = %lt, %v2 = %v) while %go1 {
// CHECK-NEXT:       %v3: f64 = mul %v2, %v2
// CHECK-NEXT:       %lt1: bool = lt %v3, %c
// CHECK-NEXT:       yield %lt1, %v3
// CHECK-NEXT:     }
// CHECK-NEXT:     %x3: []f64 = update %x2, %i, %v1
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
