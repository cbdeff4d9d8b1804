// Two variables step; one counts, the other is carried.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int *x, int *y) {
#pragma loft
  for (int i = 0, j = 9; i < n; i++, j += 2)
    x[i] = y[j];
}

// CHECK:      func @f(%n: i32, %y: []i32 {read}, %x: []i32 {write}) -> ([]i32) {
// CHECK-NEXT:   %c: i32 = const 9
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %j: i32, %x1: []i32 = loop (%i < %convert) (%j1 = %c, %x2 = %x) {
// CHECK-NEXT:     %convert1: i64 = convert %j1
// CHECK-NEXT:     %index: i32 = index %y, %convert1
// CHECK-NEXT:     %x3: []i32 = update %x2, %i, %index
// CHECK-NEXT:     %c1: i32 = const 2
// CHECK-NEXT:     %j2: i32 = add %j1, %c1
// CHECK-NEXT:     yield %j2, %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
