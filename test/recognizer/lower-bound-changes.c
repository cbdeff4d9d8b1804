// A bound changed in the body: the loop does not count.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
int f(int n, int *x) {
#pragma loft region
  {
    for (int i = 0; i < n; i++) {
      x[i] = 1;
      n = n - x[i + 1];
    }
  }
  return n;
}

// CHECK:      func @f(%n: i32, %x: []i32 {read,write}) -> ([]i32, i32) {
// CHECK-NEXT:   %c: i32 = const 0
// CHECK-NEXT:   %gt: bool = gt %n, %c
// CHECK-NEXT:   %go: bool, %n1: i32, %i: i32, %x1: []i32 = loop (%go1 = %gt, %n2 = %n, %i1 = %c, %x2 = %x) while %go1 {
// CHECK-NEXT:     %c1: i32 = const 1
// CHECK-NEXT:     %convert: i64 = convert %i1
// CHECK-NEXT:     %c2: i64 = const 1
// CHECK-NEXT:     %x3: []i32 = update %x2, %convert, %c1
// CHECK-NEXT:     %i2: i32 = add %i1, %c1
// CHECK-NEXT:     %add: i64 = add %convert, %c2
// CHECK-NEXT:     %index: i32 = index %x3, %add
// CHECK-NEXT:     %n3: i32 = sub %n2, %index
// CHECK-NEXT:     %lt: bool = lt %i2, %n3
// CHECK-NEXT:     yield %lt, %n3, %i2, %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1, %n1
// CHECK-NEXT: }
