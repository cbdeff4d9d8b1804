// p->n is an array of one, p->data an array reached through p.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
struct s {
  int n;
  double *data;
};
void f(struct s *p) {
#pragma loft
  for (int i = 0; i < p->n; i++)
    p->data[i] = 1;
}

// CHECK:      func @f(%p_n: []i32 {read}, %p_data: []f64 {write}) -> ([]f64) {
// CHECK-NEXT:   %c: i64 = const 0
// CHECK-NEXT:   %index: i32 = index %p_n, %c
// CHECK-NEXT:   %convert: i64 = convert %index
// CHECK-NEXT:   %p_data1: []f64 = loop (%i < %convert) (%p_data2 = %p_data) {
// CHECK-NEXT:     %c1: f64 = const 0x1p+0
// CHECK-NEXT:     %p_data3: []f64 = update %p_data2, %i, %c1
// CHECK-NEXT:     yield %p_data3
// CHECK-NEXT:   }
// CHECK-NEXT:   return %p_data1
// CHECK-NEXT: }
