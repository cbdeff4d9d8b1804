// A guarded write: both arms hand on the array.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (y[i] > 0)
      x[i] = y[i];
}

// CHECK:      func @f(%n: i32, %y: []i32 {read}, %x: []i32 {write}) -> ([]i32) {
// CHECK-NEXT:   %c: i32 = const 0
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %x1: []i32 = loop (%i < %convert) (%x2 = %x) {
// CHECK-NEXT:     %index: i32 = index %y, %i
// CHECK-NEXT:     %gt: bool = gt %index, %c
// CHECK-NEXT:     %x3: []i32 = if %gt {
// CHECK-NEXT:       %x4: []i32 = update %x2, %i, %index
// CHECK-NEXT:       yield %x4
// CHECK-NEXT:     } else {
// CHECK-NEXT:       yield %x2
// CHECK-NEXT:     }
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
