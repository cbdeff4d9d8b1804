// A loop that runs down for as long as memory says: its subscript follows from
// the count, by a step that is computed in front of the loop that counts.
// RUN: %clang -fplugin-arg-loft-emit=soac -fplugin-arg-loft-remarks -c -o /dev/null %s 2>&1 | FileCheck %s
// CHECK-NOT: internal error
// CHECK: func @f(
// CHECK: %count: i64 = loop (%go{{[0-9]*}} = {{.*}} while
// CHECK: map (%{{.*}} < %min)
// CHECK: remark: lifted to
int f(const unsigned *row, int k, unsigned i) {
  unsigned p;
#pragma loft
  for (p = row[k]; p > i; p = row[k])
    k--;
  return k + (int)p;
}
