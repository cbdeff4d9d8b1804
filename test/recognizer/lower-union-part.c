// A part of a union of scalars of several sizes: an array, or a scalar behind
// its address, that is apart from the others.
// RUN: %clang -fplugin-arg-loft-emit=lower -c -o /dev/null %s 2>&1 | FileCheck %s
// CHECK: func @f(%n: i32, %u_a: []i32 {read}, %p_s_k: []i16 {read}, %u_b: []u8 {write}) -> ([]u8)
struct part {
  short k;
  double x;
};
static union {
  int a;
  unsigned char b[400];
} u;
union two {
  struct part s;
  float y[3];
};
void f(union two *p, int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    u.b[i] = (unsigned char)(u.a + p->s.k);
}
