// i <= n does not end when n is the largest value: a guard.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(unsigned n, int *x) {
#pragma loft
  for (unsigned i = 0; i <= n; i++)
    x[i] = 1;
}

// CHECK:      func @f(%n: u32, %x: []i32 {write}) -> ([]i32) {
// CHECK-NEXT:   %c: i64 = const 1
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %add: i64 = add %convert, %c
// CHECK-NEXT:   %x1: []i32 = loop (%i < %add) (%x2 = %x) {
// CHECK-NEXT:     %c1: i32 = const 1
// CHECK-NEXT:     %x3: []i32 = update %x2, %i, %c1
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
// CHECK-NEXT: func @f_guard(%n: u32, %x: []i32 {read}) -> (bool) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %c: i64 = const 1
// CHECK-NEXT:   %add: i64 = add %convert, %c
// CHECK-NEXT:   %c1: i64 = const 4294967295
// CHECK-NEXT:   %le: bool = le %add, %c1
// CHECK-NEXT:   return %le
// CHECK-NEXT: }
