// The footprint reads rows that places are in through their pointers: element
// k of the row behind pointer v, not one of an array that there is not yet.
// RUN: %clang -fplugin-arg-loft-emit=footprint -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK-LABEL: func @rank_footprint(
// CHECK-NOT: mul {{.*}}, %adj_stride
// CHECK: reduce (%v{{.*}} < %{{.*}})
// CHECK: reduce (%k < %{{.*}})
// CHECK: %[[SHIFT:.*]]: i64 = const 32
// CHECK: %[[ROW:.*]]: i64 = shl %v{{.*}}, %[[SHIFT]]
// CHECK: %[[AT:.*]]: i64 = add %{{.*}}
// CHECK: index %adj, %[[AT]]
void rank(const double *x, int **adj, const int *deg, double *restrict out,
          int n) {
#pragma loft
  for (int v = 0; v < n; v++) {
    double s = 0;
    for (int k = 0; k < deg[v]; k++)
      s += x[adj[v][k]];
    out[v] = s;
  }
}

// Rows under a condition that depends on what the loop writes are not read.
// CHECK: 'adj'; {{.*}} [LOFT163]
void grow(int **adj, const int *deg, int *dist, int n, int level) {
#pragma loft
  for (int v = 0; v < n; v++)
    if (dist[v] == level)
      for (int k = 0; k < deg[v]; k++)
        if (dist[adj[v][k]] < 0)
          dist[adj[v][k]] = level + 1;
}
