// A switch whose cases fall through.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int r = 0;
    switch (x[i]) {
    case 1:
      r = 5;
    case 2:
      r += 2;
    }
    x[i] = r;
  }
}

// CHECK:      func @f(%n: i32, %x: []i32 {read,write}) -> ([]i32) {
// CHECK-NEXT:   %c: i32 = const 0
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %x1: []i32 = loop (%i < %convert) (%x2 = %x) {
// CHECK-NEXT:     %index: i32 = index %x2, %i
// CHECK-NEXT:     %c1: i32 = const 1
// CHECK-NEXT:     %eq: bool = eq %index, %c1
// CHECK-NEXT:     %c2: i32 = const 2
// CHECK-NEXT:     %eq1: bool = eq %index, %c2
// CHECK-NEXT:     %or: bool = or %eq, %eq1
// CHECK-NEXT:     %c3: i32 = const 5
// CHECK-NEXT:     %select: i32 = select %eq, %c3, %c
// CHECK-NEXT:     %r: i32 = add %select, %c2
// CHECK-NEXT:     %select1: i32 = select %or, %r, %select
// CHECK-NEXT:     %x3: []i32 = update %x2, %i, %select1
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
