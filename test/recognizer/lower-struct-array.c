// A structure of scalars of one type is an array of them.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
struct v {
  struct {
    float u;
  } in;
  float w[3];
};
void f(int n, struct v *p, int k) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i].w[k] = p[i].in.u;
}

// CHECK:      func @f(%n: i32, %p: []f32 {read,write}, %k: i32) -> ([]f32) {
// CHECK-NEXT:   %c: i64 = const 1
// CHECK:          %c1: i64 = const 4
// CHECK-NEXT:     %mul: i64 = mul %i, %c1
// CHECK-NEXT:     %index: f32 = index %p2, %mul
// CHECK-NEXT:     %add: i64 = add %mul, %c
// CHECK-NEXT:     %convert1: i64 = convert %k
// CHECK-NEXT:     %add1: i64 = add %add, %convert1
// CHECK-NEXT:     update %p2, %add1, %index
