// Walks by steps of any size that data say are loops over all places, at those
// that the walk visits: found by blocks, from where it enters each.
// RUN: %clang -O2 -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft
// RUN: %loft-opt --passes=common --check-eval %t.loft

// CHECK-LABEL: func @types(
// CHECK-SAME: %s: []u8 {probe,read}
// CHECK: %next: []i32 = alloc
// CHECK: %[[NEXT:.*]]: []i32 = map (%at < %[[N:.*]]) (%{{.*}} = %next) {stride=129} {
// CHECK: %[[EXITS:.*]]: []i32 = map (%block < %[[BLOCKS:.*]]) (%{{.*}} = %exits) {
// CHECK: loop (%back < %
// CHECK: if %lt {
// CHECK: %place: i32, %[[ENTRIES:.*]]: []i32 = loop (%block1 < %[[BLOCKS]])
// CHECK: map (%at1 < %[[N]])
// CHECK: map (%block2 < %[[BLOCKS]])
// CHECK: index %[[ENTRIES]], %block2
// CHECK: while %go
// CHECK: reduce (%at2 < %[[N]]) [add
// CHECK: index %visited{{.*}}, %at2
int types(const unsigned char *s, int n) {
  int sum = 0;
#pragma loft
  for (int i = 0; i < n; i += 2 + s[i + 1])
    sum += s[i];
  return sum;
}

// The place itself is what the hops leave.
// CHECK-LABEL: func @end(
// CHECK: %[[END:.*]]: u64, %{{.*}} = loop (%block1 <
// CHECK: return {{.*}}%[[END]]
void end(const unsigned char *s, unsigned long n, unsigned long *to, int *c) {
  unsigned long p = 0;
  int k = 0;
#pragma loft
  while (p + 8 <= n) {
    k++;
    p += 8 + (unsigned long)(s[p + 4] | (unsigned)s[p + 5] << 8);
  }
  *to = p;
  *c = k;
}

// An end of its own is searched for among all places.
// CHECK-LABEL: func @find(
// CHECK: while %go
// CHECK: loop {{.*}} while
// CHECK: reduce {{.*}} [min
int find(const unsigned char *s, int n, int type) {
  int found = -1;
#pragma loft
  for (int i = 0; i < n; i += 2 + s[i + 1])
    if (s[i] == type) {
      found = i;
      break;
    }
  return found;
}
