// An array of structures with scalars of several types is an array for each of
// these types, over the same bytes.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
struct inner {
  short a, b;
};
struct outer {
  double w;
  struct inner in[3];
  int id;
};
void f(int n, struct outer *p) {
#pragma loft
  for (int i = 0; i < n; i++) {
    struct inner *q = p[i].in;
    q[i & 1].b = (short)p[i].id;
    p[i].w = 0;
  }
}

// CHECK:      func @f(%n: i32, %p: []i16 {write}, %p1: []i32 {read}, %p2: []f64 {write}) -> ([]i16, []f64) {
// CHECK:        %c3: i64 = const 12
// CHECK-NEXT:   %mul1: i64 = mul %i, %c3
// CHECK-NEXT:   %add: i64 = add %mul1, %c2
// CHECK-NEXT:   %c4: i64 = const 2
// CHECK-NEXT:   %c5: i64 = const 6
// CHECK-NEXT:   %mul2: i64 = mul %i, %c5
// CHECK-NEXT:   %c6: i64 = const 5
// CHECK-NEXT:   %add1: i64 = add %mul2, %c6
// CHECK-NEXT:   index %p1, %add1
// CHECK:        update %p6, %mul,
