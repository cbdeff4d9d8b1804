// Structures that are assigned, passed, returned and chosen are their scalars.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
struct v {
  float x;
  int k;
};
static struct v
add(struct v a, struct v b) {
  if (a.k < 0)
    return b;
  return (struct v){a.x + b.x, .k = 3};
}
void f(int n, struct v *p, const struct v *q) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i] = add(p[i], q[i]);
}

// CHECK:      func @f(%n: i32, %p: []f32 {read,write}, %p1: []i32 {read,write}, %q: []f32 {read}, %q1: []i32 {read}) -> ([]f32, []i32) {
// CHECK:        [[AX:%a_x[0-9]*]]: f32 = index %p
// CHECK:        [[AK:%a_k[0-9]*]]: i32 = index %p
// CHECK:        [[BX:%b_x[0-9]*]]: f32 = index %q
// CHECK:        [[BK:%b_k[0-9]*]]: i32 = index %q1
// CHECK:        [[LT:%lt[0-9]*]]: bool = lt [[AK]],
// CHECK:        [[SUM:%.*]]: f32 = add [[AX]], [[BX]]
// CHECK-DAG:    select [[LT]], [[BX]], [[SUM]]
// CHECK-DAG:    select [[LT]], [[BK]],
// CHECK:        yield
