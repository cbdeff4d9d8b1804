// Addresses of locals passed to a function stay scalars.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
static void order(int *a, int *b) {
  if (*a > *b) {
    int t = *a;
    *a = *b;
    *b = t;
  }
}
void f(int n, int *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int u = x[i], v = y[i];
    order(&u, &v);
    x[i] = u;
    y[i] = v;
  }
}

// CHECK:      func @f(%n: i32, %x: []i32 {read,write}, %y: []i32 {read,write}) -> ([]i32, []i32) {
// CHECK-NEXT:   %convert: i64 = convert %n
// CHECK-NEXT:   %x1: []i32, %y1: []i32 = loop (%i < %convert) (%x2 = %x, %y2 = %y) {
// CHECK-NEXT:     %u: i32 = index %x2, %i
// CHECK-NEXT:     %v: i32 = index %y2, %i
// CHECK-NEXT:     %gt: bool = gt %u, %v
// CHECK-NEXT:     %select: i32 = select %gt, %v, %u
// CHECK-NEXT:     %select1: i32 = select %gt, %u, %v
// CHECK-NEXT:     %x3: []i32 = update %x2, %i, %select
// CHECK-NEXT:     %y3: []i32 = update %y2, %i, %select1
// CHECK-NEXT:     yield %x3, %y3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %x1, %y1
// CHECK-NEXT: }
