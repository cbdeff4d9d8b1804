// A pointer that is compared with one in memory is in the same array: both
// halves of that one's address say where that is.
// RUN: %clang -fplugin-arg-loft-emit=lower -c -o /dev/null %s 2>&1 | FileCheck %s
// CHECK-LABEL: func @f(
// CHECK-SAME: []u32 {read}
// CHECK: %[[LOW:index[0-9]*]]: u32 = index %address
// CHECK: %[[HIGH:index[0-9]*]]: u32 = index %address
// CHECK: sub
// CHECK: loop (%p{{[0-9]*}} < %
// CHECK-NOT: while
// CHECK: return
struct row {
  const unsigned char *end;
};
int f(const struct row *r, const unsigned char *p) {
  int s = 0;
#pragma loft
  for (; p < r->end; p++)
    s += *p;
  return s;
}
