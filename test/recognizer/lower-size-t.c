// size_t: n - 1 must not wrap, sizes are small; subscripts are plain.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(unsigned long n, unsigned long m, int *x) {
#pragma loft
  for (unsigned long i = 0; i < n; i++)
    for (unsigned long j = 0; j < m - 1; j++)
      x[i * m + j] = 1;
}

// CHECK:      func @f(%n: u64, %m: u64, %x: []i32 {write}) -> ([]i32) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %c: i64 = const -1
// CHECK-NEXT:   %x1: []i32 = loop (%i < %convert) (%x2 = %x) {
// CHECK-NEXT:     %convert1: i64 = convert %m
// CHECK-NEXT:     %add: i64 = add %convert1, %c
// CHECK-NEXT:     %x3: []i32 = loop (%j < %add) (%x4 = %x2) {
// CHECK-NEXT:       %c1: i32 = const 1
// CHECK-NEXT:       %mul: i64 = mul %i, %convert1
// CHECK-NEXT:       %add1: i64 = add %mul, %j
// CHECK-NEXT:       %x5: []i32 = update %x4, %add1, %c1
// CHECK-NEXT:       yield %x5
// CHECK-NEXT:     }
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
// CHECK-NEXT: func @f_guard(%n: u64, %m: u64, %x: []i32 {read}) -> (bool) {
// CHECK-NEXT:   %c: u64 = const 281474976710656
// CHECK-NEXT:   %le: bool = le %n, %c
// CHECK-NEXT:   %le1: bool = le %m, %c
// CHECK-NEXT:   %and: bool = and %le, %le1
// CHECK-NEXT:   %convert: i64 = convert %m
// CHECK-NEXT:   %c1: i64 = const -1
// CHECK-NEXT:   %add: i64 = add %convert, %c1
// CHECK-NEXT:   %c2: i64 = const 0
// CHECK-NEXT:   %ge: bool = ge %add, %c2
// CHECK-NEXT:   %and1: bool = and %and, %ge
// CHECK-NEXT:   return %and1
// CHECK-NEXT: }
