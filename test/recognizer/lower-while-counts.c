// A while loop that steps at its end counts.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int *x) {
#pragma loft region
  {
    int i = 0;
    while (i < n) {
      x[i] = 1;
      i++;
    }
  }
}

// CHECK:      func @f(%n: i32, %x: []i32 {write}) -> ([]i32) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %x1: []i32 = loop (%i < %convert) (%x2 = %x) {
// CHECK-NEXT:     %c: i32 = const 1
// CHECK-NEXT:     %x3: []i32 = update %x2, %i, %c
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
