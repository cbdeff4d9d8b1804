// Several loops as one region; the temporary is an alloc.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, double *x) {
#pragma loft region
  {
    double t[100];
    for (int i = 0; i < n; i++)
      t[i] = x[i] * 2;
    for (int i = 0; i < n; i++)
      x[i] = t[n - 1 - i];
  }
}

// CHECK:      func @f(%n: i32, %x: []f64 {read,write}) -> ([]f64) {
// CHECK-NEXT:   %c: i64 = const 100
// CHECK-NEXT:   %t: []f64 = alloc %c
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %c1: i64 = const -1
// CHECK-NEXT:   %t1: []f64 = loop (%i < %convert) (%t2 = %t) {
// CHECK-NEXT:     %index: f64 = index %x, %i
// CHECK-NEXT:     %c2: f64 = const 0x1p+1
// CHECK-NEXT:     %mul: f64 = mul %index, %c2
// CHECK-NEXT:     %t3: []f64 = update %t2, %i, %mul
// CHECK-NEXT:     yield %t3
// CHECK-NEXT:   }
// CHECK-NEXT:   %x1: []f64 = loop (%i1 < %convert) (%x2 = %x) {
// CHECK-NEXT:     %add: i64 = add %convert, %c1
// CHECK-NEXT:     %sub: i64 = sub %add, %i1
// CHECK-NEXT:     %index1: f64 = index %t1, %sub
// CHECK-NEXT:     %x3: []f64 = update %x2, %i1, %index1
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
