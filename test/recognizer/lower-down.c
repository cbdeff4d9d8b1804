// Counting down by a constant step; the index counts up from 0.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int *x) {
#pragma loft
  for (int i = n - 1; i >= 0; i -= 3)
    x[i] = i;
}

// CHECK:      func @f(%n: i32, %x: []i32 {write}) -> ([]i32) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %c: i64 = const -1
// CHECK-NEXT:   %add: i64 = add %convert, %c
// CHECK-NEXT:   %c1: i64 = const 3
// CHECK-NEXT:   %c2: i64 = const -3
// CHECK-NEXT:   %c3: i64 = const 2
// CHECK-NEXT:   %add1: i64 = add %convert, %c3
// CHECK-NEXT:   %div: i64 = div %add1, %c1
// CHECK-NEXT:   %x1: []i32 = loop (%i < %div) (%x2 = %x) {
// CHECK-NEXT:     %mul: i64 = mul %i, %c2
// CHECK-NEXT:     %add2: i64 = add %mul, %add
// CHECK-NEXT:     %convert1: i32 = convert %add2
// CHECK-NEXT:     %x3: []i32 = update %x2, %add2, %convert1
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
