// Pointers that go along where a sum says where the loop ends: the index tells
// where they are, so that the rounds carry the sum alone.
// RUN: %clang -fplugin-arg-loft-emit=soac -c -o /dev/null %s 2>&1 | FileCheck %s
// CHECK-LABEL: func @spent(
// CHECK: %size: i64, %s{{[0-9]*}}: i32 = loop {{.*}} while
// CHECK: []u8 = alloc
// CHECK: scan (
// CHECK: reduce ({{.*}} [min
// CHECK: return
int spent(int n, int most, const int *restrict p, int *restrict q) {
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++, p++, q++) {
    *q = *p + 1;
    s += *p;
    if (s > most)
      break;
  }
  return s;
}
