// Whether a structure is there is a parameter; what its pointers point to is
// only asked of one that is.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=lower 2>&1 | FileCheck %s
struct vec {
  const int *p;
  int n;
};

static inline int
get(const struct vec *s, int i)
{
  if (!s || !s->p)
    return 0;
  return s->p[i];
}

// CHECK-LABEL: func @f(
// CHECK-SAME:  %address_s: bool
// CHECK-SAME:  %address_s_p: []u32
// CHECK:       loop
// CHECK-NOT:   index %address_s_p
// CHECK:       %not: bool = not %address_s
// CHECK:       if %not {
// CHECK-NOT:   index
// CHECK:       } else {
// CHECK:       index %address_s_p, %c1
void
f(int n, int *restrict d, const struct vec *s)
{
#pragma loft
  for (int i = 0; i < n; i++)
    d[i] = get(s, i);
}

// A part of a structure is there where the structure is.
// CHECK-LABEL: func @part(
// CHECK-SAME:  %address_o: bool
// CHECK-SAME:  %address_o_inner_p: []u32
struct outer {
  int k;
  struct vec inner;
};
void
part(int n, int *restrict d, const struct outer *o)
{
#pragma loft
  for (int i = 0; i < n; i++)
    d[i] = o ? get(&o->inner, i) : 1;
}

// A variable is always there.
// CHECK-LABEL: func @variable(
// CHECK-SAME:  %n: i32, %v_p: []i32 {read}, %address_v_p: bool, %d: []i32 {write})
void
variable(int n, int *restrict d, struct vec v)
{
#pragma loft
  for (int i = 0; i < n; i++)
    d[i] = get(&v, i);
}
