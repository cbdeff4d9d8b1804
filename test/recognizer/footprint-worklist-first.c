// What is in a list when the region starts is looked at where the region stores
// into the list before the loop, but for a list that it makes.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=footprint \
// RUN:   -fplugin-arg-loft-emit-to=%t.1
// RUN: sed -n 's|^// INPUT:|// EVAL:|p' %s >> %t.1
// RUN: %loft-opt --quiet --eval %t.1 | FileCheck %s
//
// Node 0 has the only neighbour.
// INPUT: @bfs_footprint [1, 0, 9, 9], 2, [0, 1, 1, 1, 1], [3], [0, -1, 0, -1]
// CHECK: result 0: bool = true
// CHECK: result 9: i64 = 0
// CHECK-NEXT: result 10: i64 = 1
//
// Nothing of the list is there yet.
// INPUT: @from_footprint [2147483647, 2147483647, 2147483647, 2147483647], 0, [99, 99, 99, 99], [0, 1, 1, 1, 1], [3]
// CHECK: result 0: bool = true
// CHECK: result 11: i64 = 0
// CHECK-NEXT: result 12: i64 = 1
void
bfs(int *restrict q, int tail, const int *restrict ptr, const int *restrict to,
    int *restrict d) {
#pragma loft region required
  {
    int head = 0;
    q[0] = 2;
    while (head < tail) {
      int v = q[head++];
      for (int e = ptr[v]; e < ptr[v + 1]; e++) {
        int w = to[e];
        if (d[w] < 0) {
          d[w] = d[v] + 1;
          q[tail++] = w;
        }
      }
    }
  }
}

void
from(int s, int *restrict q, const int *restrict ptr, const int *restrict to,
     int *restrict d) {
#pragma loft region required
  {
    int head = 0, tail = 0;
    d[s] = 0;
    q[tail++] = s;
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
}

// Each search starts from distances that it sets itself: the distances of one
// may be made of those of the one before.
// INPUT: @again_footprint 2, 4, [9, 9, 9, 9], [0, 0, 0, 0], [0, 1, 1, 1, 1], [3]
// CHECK: @again_footprint
// CHECK: result 0: bool = false
void
again(int m, int n, int *restrict q, int *restrict d, const int *restrict ptr,
      const int *restrict to) {
#pragma loft region required
  for (int s = 0; s < m; s++) {
    int head = 0, tail = 0;
    for (int v = 0; v < n; v++)
      d[v] = -1;
    d[s] = 0;
    q[tail++] = s;
    while (head < tail) {
      int v = q[head++];
      for (int e = ptr[v]; e < ptr[v + 1]; e++) {
        int w = to[e];
        if (d[w] < 0) {
          d[w] = d[v] + 1;
          q[tail++] = w;
        }
      }
    }
  }
}
