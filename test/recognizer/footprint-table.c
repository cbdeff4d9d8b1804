// What is read from a constant table is in the range of its values: no pass over
// it is made, and no estimate needed; a condition narrows the range.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=footprint 2>&1 \
// RUN:   | FileCheck %s
static const int step[8] = {3, -1, 4, -1, 5, -9, 2, 6};

// CHECK: func @all_footprint
// CHECK-NOT: reduce
// CHECK-DAG: const -9{{$}}
// CHECK-DAG: const 6
// CHECK: return
// CHECK-NOT: estimate
void all(int n, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[i + step[i & 7]];
}

// CHECK: func @some_footprint
// CHECK-NOT: reduce
// CHECK-NOT: const -9{{$}}
// CHECK: return
// CHECK-NOT: estimate
void some(int n, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (step[i & 7] >= 0)
      y[i] = x[i + step[i & 7]];
}
