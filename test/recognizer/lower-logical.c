// && reads memory only when its left side holds.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i > 0 && y[i - 1] < 5;
}

// CHECK:      func @f(%n: i32, %y: []i32 {read}, %x: []i32 {write}) -> ([]i32) {
// CHECK-NEXT:   %c: i32 = const 0
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %c1: i64 = const -1
// CHECK-NEXT:   %x1: []i32 = loop (%i < %convert) (%x2 = %x) {
// CHECK-NEXT:     %convert1: i32 = convert %i
// CHECK-NEXT:     %c2: bool = const false
// CHECK-NEXT:     %gt: bool = gt %convert1, %c
// CHECK-NEXT:     %and: bool = if %gt {
// CHECK-NEXT:       %add: i64 = add %i, %c1
// CHECK-NEXT:       %index: i32 = index %y, %add
// CHECK-NEXT:       %c3: i32 = const 5
// CHECK-NEXT:       %lt: bool = lt %index, %c3
// CHECK-NEXT:       yield %lt
// CHECK-NEXT:     } else {
// CHECK-NEXT:       yield %c2
// CHECK-NEXT:     }
// CHECK-NEXT:     %convert2: i32 = convert %and
// CHECK-NEXT:     %x3: []i32 = update %x2, %i, %convert2
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
