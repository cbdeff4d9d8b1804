// Pointers are an array and an offset.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, int *x) {
#pragma loft region
  {
    int *p = x + 2;
    for (int i = 0; i < n; i++) {
      *p += p[1];
      p++;
    }
  }
}

// CHECK:      func @f(%x: []i32 {read,write}, %n: i32) -> ([]i32) {
// CHECK-NEXT:   %c: i64 = const 2
// CHECK-NEXT:   %c1: i64 = const 1
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %x1: []i32, %p: i64 = loop (%i < %convert) (%x2 = %x, %p1 = %c) {
// CHECK-NEXT:     %add: i64 = add %p1, %c1
// CHECK-NEXT:     %index: i32 = index %x2, %add
// CHECK-NEXT:     %index1: i32 = index %x2, %p1
// CHECK-NEXT:     %add1: i32 = add %index1, %index
// CHECK-NEXT:     %x3: []i32 = update %x2, %p1, %add1
// CHECK-NEXT:     yield %x3, %add
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
