// Nodes that nobody found hold the largest number. The distances of those in
// the list are told from it: each was found, and is no farther than what the
// list starts with and one for each node.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=footprint \
// RUN:   -fplugin-arg-loft-emit-to=%t.1
// RUN: sed -n 's|^// INPUT:|// EVAL:|p' %s >> %t.1
// RUN: %loft-opt --quiet --eval %t.1 | FileCheck %s
//
// INPUT: @bfs_footprint 0, 1, [3, 99, -7, 99], [0, 1, 1, 3, 4, 4], [2, 0, 1, 2], [2147483647, 2147483647, 2147483647, 0, 5]
// CHECK: result 0: bool = true
// CHECK: result 5: i64 = 0
// CHECK-NEXT: result 6: i64 = 4
// CHECK-NEXT: result 7: i64 = 0
// CHECK-NEXT: result 8: i64 = 5
// CHECK-NEXT: result 9: i64 = 0
// CHECK-NEXT: result 10: i64 = 4
// CHECK-NEXT: result 11: i64 = 0
// CHECK-NEXT: result 12: i64 = 4
//
// A distance may become the largest number.
// INPUT: @bfs_footprint 0, 1, [3, 99, -7, 99], [0, 1, 1, 3, 4, 4], [2, 0, 1, 2], [2147483647, 2147483647, 2147483647, 2147483644, 5]
// CHECK: result 0: bool = false
void
bfs(int head, int tail, int *restrict q, const int *restrict ptr,
    const int *restrict to, int *restrict d) {
#pragma loft required
  while (head < tail) {
    int v = q[head++];
    for (int e = ptr[v]; e < ptr[v + 1]; e++) {
      int w = to[e];
      if (d[w] == 2147483647) {
        d[w] = d[v] + 1;
        q[tail++] = w;
      }
    }
  }
}
