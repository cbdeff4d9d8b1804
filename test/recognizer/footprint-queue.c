// What is read as subscripts from a copy of a queue is looked at in the queue:
// node 2 has the elements 3 and 4 of "to", and 1 and 5 are found.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=footprint \
// RUN:   -fplugin-arg-loft-emit-to=%t.1
// RUN: sed -n 's|^// INPUT:|// EVAL:|p' %s >> %t.1
// RUN: %loft-opt --quiet --eval %t.1 | FileCheck %s
// INPUT: @level_footprint 0, 1, [2, 0 x 7], [0, 1, 3, 5], [0 x 6], [0, 0, 0, 1, 5], 1
// CHECK: result 0: bool = true
// CHECK: result 5: i64 = 0
// CHECK: result 6: i64 = 3
// CHECK: result 7: i64 = 2
// CHECK: result 8: i64 = 4
// CHECK: result 9: i64 = 1
// CHECK: result 10: i64 = 6
// CHECK: result 11: i64 = 3
// CHECK: result 12: i64 = 5
int level(int head, int end, int tail, int *q, const int *first, const int *to,
          unsigned char *seen) {
#pragma loft
  for (int i = head; i < end; i++) {
    int v = q[i];
    for (int e = first[v]; e < first[v + 1]; e++)
      if (!seen[to[e]]) {
        seen[to[e]] = 1;
        q[tail++] = to[e];
      }
  }
  return tail;
}
