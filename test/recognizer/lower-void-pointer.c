// void * is an array of what it is cast to.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, void *v) {
#pragma loft
  for (int i = 0; i < n; i++)
    ((int *)v)[i] = i;
}

// CHECK:      func @f(%n: i32, %v: []i32 {write}) -> ([]i32) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %v1: []i32 = loop (%i < %convert) (%v2 = %v) {
// CHECK-NEXT:     %convert1: i32 = convert %i
// CHECK-NEXT:     %v3: []i32 = update %v2, %i, %convert1
// CHECK-NEXT:     yield %v3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %v1
// CHECK-NEXT: }
