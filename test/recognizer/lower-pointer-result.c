// A pointer variable that moved is a result: array and offset.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
int *f(int n, int *x) {
#pragma loft
  while (n--)
    *x++ = n;
  return x;
}

// CHECK:      func @f(%n: i32, %x: []i32 {write}) -> ([]i32, i32, i64) {
// CHECK-NEXT:   %c: i64 = const 0
// CHECK-NEXT:   %c1: i32 = const -1
// CHECK-NEXT:   %n1: i32 = add %n, %c1
// CHECK-NEXT:   %c2: i32 = const 0
// CHECK-NEXT:   %ne: bool = ne %n, %c2
// CHECK-NEXT:   %go: bool, %n2: i32, %x1: []i32, %x2: i64 = loop (%go1 = %ne, %n3 = %n1, %x3 = %x, %x4 = %c) while %go1 {
// CHECK-NEXT:     %c3: i64 = const 1
// CHECK-NEXT:     %add: i64 = add %x4, %c3
// CHECK-NEXT:     %x5: []i32 = update %x3, %x4, %n3
// CHECK-NEXT:     %n4: i32 = add %n3, %c1
// CHECK-NEXT:     %ne1: bool = ne %n3, %c2
// CHECK-NEXT:     yield %ne1, %n4, %x5, %add
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1, %n2, %x2
// CHECK-NEXT: }
