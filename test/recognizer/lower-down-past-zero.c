// An unsigned variable that goes down past 0, to the largest number: the loop
// counts like one of signed numbers. Where n - 3 wraps to a number below the
// bound, it does not: a guard.
// RUN: rm -f %t
// RUN: %clang -fplugin-arg-loft-emit=lower -fplugin-arg-loft-emit-to=%t \
// RUN:   -fsyntax-only %s
// RUN: FileCheck %s < %t
// RUN: grep '^// EVAL:' %s >> %t
// RUN: %loft-opt --quiet --eval %t | FileCheck %s --check-prefix=GUARD
void f(unsigned n, unsigned end, int *x) {
#pragma loft
  for (unsigned i = n - 3; i < end; i--)
    x[i] = 1;
}

// CHECK:      func @f(%n: u32, %end: u32, %x: []i32 {write}) -> ([]i32) {
// CHECK-NEXT:   %c: i64 = const 0
// CHECK-NEXT:   %convert: i64 = convert %end
// CHECK-NEXT:   %c1: i64 = const -1
// CHECK-NEXT:   %convert1: i64 = convert %n
// CHECK-NEXT:   %c2: i64 = const -3
// CHECK-NEXT:   %add: i64 = add %convert1, %c2
// CHECK-NEXT:   %c3: i64 = const -2
// CHECK-NEXT:   %add1: i64 = add %convert1, %c3
// CHECK-NEXT:   %lt: bool = lt %add, %convert
// CHECK-NEXT:   %select: i64 = select %lt, %add1, %c
// CHECK-NEXT:   %x1: []i32 = loop (%i < %select) (%x2 = %x) {
// CHECK-NEXT:     %mul: i64 = mul %i, %c1
// CHECK-NEXT:     %add2: i64 = add %mul, %add
// CHECK-NEXT:     %c4: i32 = const 1
// CHECK-NEXT:     %x3: []i32 = update %x2, %add2, %c4

// EVAL: @f 6, 6, [0, 0, 0, 0, 0, 0]
// GUARD: x: []i32 = [1, 1, 1, 1, 0, 0]
// EVAL: @f 6, 3, [0, 0, 0, 0, 0, 0]
// GUARD: x: []i32 = [0, 0, 0, 0, 0, 0]
// EVAL: @f 1, 9, [0, 0, 0, 0, 0, 0]
// GUARD: x: []i32 = [0, 0, 0, 0, 0, 0]
// EVAL: @f_guard 1, 9, []
// GUARD: true
// EVAL: @f_guard 0, 4294967293, []
// GUARD: true
// EVAL: @f_guard 0, 4294967294, []
// GUARD: false
// EVAL: @f_guard 3, 4294967295, []
// GUARD: true
