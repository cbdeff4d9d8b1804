// A global that the region changes goes through its address.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
int sum;
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    sum += x[i];
}

// CHECK:      func @f(%n: i32, %x: []i32 {read}, %sum: []i32 {read,write}) -> ([]i32) {
// CHECK-NEXT:   %c: i64 = const 0
// CHECK-NEXT:   %index: i32 = index %sum, %c
// CHECK-NEXT:   %c1: i64 = const 0
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %sum1: i32 = loop (%i < %convert) (%sum2 = %index) {
// CHECK-NEXT:     %index1: i32 = index %x, %i
// CHECK-NEXT:     %sum3: i32 = add %sum2, %index1
// CHECK-NEXT:     yield %sum3
// CHECK-NEXT:   }
// CHECK-NEXT:   %sum4: []i32 = update %sum, %c1, %sum1
// CHECK-NEXT:   return %sum4
// CHECK-NEXT: }
