// A bound in memory that the body overwrites: it does not count.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int *n, int *x) {
#pragma loft
  for (int i = 0; i < *n; i++)
    *n = x[i];
}

// CHECK:      func @f(%n: []i32 {read,write}, %x: []i32 {read}) -> ([]i32) {
// CHECK-NEXT:   %c: i64 = const 0
// CHECK-NEXT:   %c1: i32 = const 0
// CHECK-NEXT:   %index: i32 = index %n, %c
// CHECK-NEXT:   %gt: bool = gt %index, %c1
// CHECK-NEXT:   %go: bool, %n1: []i32, %i: i32 = loop (%go1 = %gt, %n2 = %n, %i1 = %c1) while %go1 {
// CHECK-NEXT:     %convert: i64 = convert %i1
// CHECK-NEXT:     %index1: i32 = index %x, %convert
// CHECK-NEXT:     %n3: []i32 = update %n2, %c, %index1
// CHECK-NEXT:     %c2: i32 = const 1
// CHECK-NEXT:     %i2: i32 = add %i1, %c2
// CHECK-NEXT:     %index2: i32 = index %n3, %c
// CHECK-NEXT:     %lt: bool = lt %i2, %index2
// CHECK-NEXT:     yield %lt, %n3, %i2
// CHECK-NEXT:   }
// CHECK-NEXT:   return %n1
// CHECK-NEXT: }
