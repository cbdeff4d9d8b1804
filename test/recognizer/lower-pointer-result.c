// A pointer variable that moved is a result: array and offset.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
int *f(int n, int *x) {
#pragma loft
  while (n--)
    *x++ = n;
  return x;
}

// CHECK:      func @f(%n: i32, %x: []i32 {write}) -> ([]i32, i64) {
// CHECK-NEXT:   %c: i64 = const 0
// CHECK-NEXT:   %c1: i64 = const 1
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %c2: i64 = const -1
// CHECK-NEXT:   %x1: []i32, %x2: i64 = loop (%n1 < %convert) (%x3 = %x, %x4 = %c) {
// CHECK-NEXT:     %mul: i64 = mul %n1, %c2
// CHECK-NEXT:     %add: i64 = add %mul, %convert
// CHECK-NEXT:     %add1: i64 = add %add, %c2
// CHECK-NEXT:     %convert1: i32 = convert %add1
// CHECK-NEXT:     %add2: i64 = add %x4, %c1
// CHECK-NEXT:     %x5: []i32 = update %x3, %x4, %convert1
// CHECK-NEXT:     yield %x5, %add2
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1, %x2
// CHECK-NEXT: }
