// return out of a loop of an inlined function.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
static int find(const int *a, int n, int v) {
  for (int i = 0; i < n; i++)
    if (a[i] == v)
      return i;
  return -1;
}
void f(int n, int m, int *x, const int *a) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = find(a, m, x[i]);
}

// CHECK:      func @f(%n: i32, %a: []i32 {read}, %m: i32, %x: []i32 {read,write}) -> ([]i32) {
// CHECK-NEXT:   %c: i32 = const 0
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %x1: []i32 = loop (%i < %convert) (%x2 = %x) {
// CHECK-NEXT:     %c1: bool = const false
// CHECK-NEXT:     %index: i32 = index %x2, %i
// CHECK-NEXT:     %convert1: i64 = convert %m
// CHECK-NEXT:     %c2: bool = const true
// CHECK-NEXT:     %go: bool, %returned: bool, %find: i32 = loop (%i1 < %convert1) (%go1 = %c2, %returned1 = %c1, %find1 = %c) while %go1 {
// CHECK-NEXT:       %convert2: i32 = convert %i1
// CHECK-NEXT:       %index1: i32 = index %a, %i1
// CHECK-NEXT:       %eq: bool = eq %index1, %index
// CHECK-NEXT:       %select: i32 = select %eq, %convert2, %find1
// CHECK-NEXT:       %ne: bool = ne %index1, %index
// CHECK-NEXT:       yield %ne, %eq, %select
// CHECK-NEXT:     }
// CHECK-NEXT:     %c3: i32 = const -1
// CHECK-NEXT:     %select1: i32 = select %returned, %find, %c3
// CHECK-NEXT:     %x3: []i32 = update %x2, %i, %select1
// CHECK-NEXT:     yield %x3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1
// CHECK-NEXT: }
