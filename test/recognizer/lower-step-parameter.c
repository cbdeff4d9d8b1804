// A parametric step must go the right way: a guard.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int s, int *x) {
#pragma loft
  for (int i = 0; i < n; i += s)
    x[i] = 1;
}

// CHECK:      func @f(%n: i32, %s: i32, %x: []i32 {write}) -> ([]i32) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %convert1: i64 = convert %s
// CHECK-NEXT:   %c: i64 = const -1
// CHECK-NEXT:   %add: i64 = add %convert1, %c
// CHECK-NEXT:   %add1: i64 = add %convert, %add
// CHECK-NEXT:   %div: i64 = div %add1, %convert1
// CHECK-NEXT:   %x1: []i32 = loop (%i < %div) (%x2 = %x) {
// CHECK-NEXT:     %mul: i64 = mul %i, %convert1
// CHECK-NEXT:     %c1: i32 = const 1
// CHECK-NEXT:     %x3: []i32 = update %x2, %mul, %c1
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
// CHECK-NEXT: func @f_guard(%n: i32, %s: i32, %x: []i32 {read}) -> (bool) {
// CHECK-NEXT:   %convert: i64 = convert %s
// CHECK-NEXT:   %c: i64 = const 1
// CHECK-NEXT:   %ge: bool = ge %convert, %c
// CHECK-NEXT:   return %ge
// CHECK-NEXT: }
