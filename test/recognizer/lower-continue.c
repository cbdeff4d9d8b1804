// What follows continue is the other arm.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      continue;
    x[i] = 1;
  }
}

// CHECK:      func @f(%n: i32, %x: []i32 {read,write}) -> ([]i32) {
// CHECK-NEXT:   %c: i32 = const 0
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %x1: []i32 = loop (%i < %convert) (%x2 = %x) {
// CHECK-NEXT:     %index: i32 = index %x2, %i
// CHECK-NEXT:     %lt: bool = lt %index, %c
// CHECK-NEXT:     %x3: []i32 = if %lt {
// CHECK-NEXT:       yield %x2
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %c1: i32 = const 1
// CHECK-NEXT:       %x4: []i32 = update %x2, %i, %c1
// CHECK-NEXT:       yield %x4
// CHECK-NEXT:     }
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
