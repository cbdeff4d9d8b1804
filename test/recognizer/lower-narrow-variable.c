// A loop variable that might wrap before its end: a guard.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int *x) {
#pragma loft
  for (unsigned char i = 0; i < n; i++)
    x[i] = 1;
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
// CHECK-NEXT: func @f_guard(%n: i32, %x: []i32 {read}) -> (bool) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %c: i64 = const 255
// CHECK-NEXT:   %le: bool = le %convert, %c
// CHECK-NEXT:   return %le
// CHECK-NEXT: }
