// A loop ended by != meets its bound exactly: a guard.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int lo, int n, int *x) {
#pragma loft
  for (int i = lo; i != n; i += 2)
    x[i] = 1;
}

// CHECK:      func @f(%lo: i32, %n: i32, %x: []i32 {write}) -> ([]i32) {
// CHECK-NEXT:   %c: i64 = const 1
// CHECK-NEXT:   %convert: i64 = convert %lo
// CHECK-NEXT:   %convert1: i64 = convert %n
// CHECK-NEXT:   %c1: i64 = const 2
// CHECK-NEXT:   %sub: i64 = sub %convert1, %convert
// CHECK-NEXT:   %add: i64 = add %sub, %c
// CHECK-NEXT:   %div: i64 = div %add, %c1
// CHECK-NEXT:   %x1: []i32 = loop (%i < %div) (%x2 = %x) {
// CHECK-NEXT:     %mul: i64 = mul %i, %c1
// CHECK-NEXT:     %add1: i64 = add %mul, %convert
// CHECK-NEXT:     %c2: i32 = const 1
// CHECK-NEXT:     %x3: []i32 = update %x2, %add1, %c2
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
// CHECK-NEXT: func @f_guard(%lo: i32, %n: i32, %x: []i32 {read}) -> (bool) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %convert1: i64 = convert %lo
// CHECK-NEXT:   %sub: i64 = sub %convert, %convert1
// CHECK-NEXT:   %c: i64 = const 0
// CHECK-NEXT:   %ge: bool = ge %sub, %c
// CHECK-NEXT:   %c1: i64 = const 2
// CHECK-NEXT:   %rem: i64 = rem %sub, %c1
// CHECK-NEXT:   %eq: bool = eq %rem, %c
// CHECK-NEXT:   %and: bool = and %ge, %eq
// CHECK-NEXT:   return %and
// CHECK-NEXT: }
