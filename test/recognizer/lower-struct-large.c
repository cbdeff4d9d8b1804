// Of a large structure, what is copied is what the region needs: the fields it
// reaches, and all where it stores the whole, of which arrays are loops.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
#define TEN(p, q) p##0 q, p##1 q, p##2 q, p##3 q, p##4 q, p##5 q, p##6 q, p##7 q, p##8 q, p##9 q
struct r {
  int id;
  double TEN(a, [9]), scale;
  char name[256];
};
static double
scaled(struct r r, double y) {
  r.scale += 1;
  return r.scale * y;
}
static double
passed(struct r r, double y) {
  return scaled(r, y);
}
// CHECK-LABEL: func @parameters(%n: i32, %p: []f64 {read}, %y: []f64 {read}, %x: []f64 {write}) ->
// CHECK-NOT:   loop (%b
// CHECK:         yield
void
parameters(int n, double *x, const double *y, const struct r *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = passed(p[i], y[i]);
}
// CHECK-LABEL: func @from_outside(%n: i32, %r_scale: f64, %y: []f64 {read}, %x: []f64 {write}) ->
void
from_outside(int n, double *x, const double *y, struct r r) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = passed(r, y[i]);
}
// CHECK-LABEL: func @whole(%n: i32, %q: []i32 {read}, %q1: []f64 {read}, %q2: []i8 {read}, %p: []i32 {write}, %p1: []f64 {write}, %p2: []i8 {write}) ->
// CHECK-COUNT-11: loop (%b
// CHECK-NOT:      loop (%b
// CHECK:          yield
void
whole(int n, struct r *p, const struct r *q) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i] = q[i];
}
