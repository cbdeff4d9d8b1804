// Buffers swapped by pointer: the carried arrays change places.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
double *f(int n, int m, double *a, double *b) {
#pragma loft
  for (int t = 0; t < m; t++) {
    for (int i = 0; i < n; i++)
      b[i] = a[i] / 2;
    double *c = a;
    a = b;
    b = c;
  }
  return a;
}

// CHECK:      func @f(%m: i32, %n: i32, %a: []f64 {read,write}, %b: []f64 {read,write}) -> ([]f64, []f64, i64) {
// CHECK-NEXT:   %c: i64 = const 0
// CHECK-NEXT:   %convert: i64 = convert %m
// CHECK-NEXT:   %a1: []f64, %b1: []f64 = loop (%t < %convert) (%a2 = %a, %b2 = %b) {
// CHECK-NEXT:     %convert1: i64 = convert %n
// CHECK-NEXT:     %b3: []f64 = loop (%i < %convert1) (%b4 = %b2) {
// CHECK-NEXT:       %index: f64 = index %a2, %i
// CHECK-NEXT:       %c1: f64 = const 0x1p+1
// CHECK-NEXT:       %div: f64 = div %index, %c1
// CHECK-NEXT:       %b5: []f64 = update %b4, %i, %div
// CHECK-NEXT:       yield %b5
// CHECK-NEXT:     }
// CHECK-NEXT:     yield %b3, %a2
// CHECK-NEXT:   }
// CHECK-NEXT:   return %a1, %b1, %c
// CHECK-NEXT: }
