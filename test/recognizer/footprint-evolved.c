// Scalars that a loop multiplies or divides are known in each of its iterations
// before the region, so the footprint goes through these: it is what all of
// them touch, not more.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=footprint \
// RUN:   -fplugin-arg-loft-emit-to=%t.1
// RUN: sed -n 's|^// INPUT:|// EVAL:|p' %s >> %t.1
// RUN: %loft-opt --quiet --eval %t.1 | FileCheck %s

// INPUT: @hadamard_footprint 4096, [0]
// CHECK: result 0: bool = true
// CHECK: result 5: i64 = 0
// CHECK-NEXT: result 6: i64 = 4096
// INPUT: @hadamard_footprint 5, [0]
// CHECK: result 5: i64 = 0
// CHECK-NEXT: result 6: i64 = 8
// INPUT: @hadamard_footprint 1, [0]
// CHECK: result 5: i64 = 0
// CHECK-NEXT: result 6: i64 = 0
void hadamard(int n, int *a) {
#pragma loft
  for (int h = 1; h < n; h *= 2)
    for (int i = 0; i < n; i += 2 * h)
      for (int j = i; j < i + h; j++) {
        int x = a[j], y = a[j + h];
        a[j] = x + y;
        a[j + h] = x - y;
      }
}

// A place that goes on from level to level.
// INPUT: @levels_footprint 1024, [0], 3
// CHECK: result 0: bool = true
// CHECK: result 5: i64 = 3
// CHECK-NEXT: result 6: i64 = 2050
void levels(int n, float *p, int off) {
#pragma loft
  for (int w = n; w > 1; w /= 2) {
    for (int i = 0; i < w / 2; i++)
      p[off + w + i] = p[off + 2 * i] + p[off + 2 * i + 1];
    off += w;
  }
}

// The distance as a power of the index; a table read at a stride.
// INPUT: @powers_footprint 12, 4096, [0], [0]
// CHECK: result 0: bool = true
// CHECK: result 5: i64 = 0
// CHECK-NEXT: result 6: i64 = 4096
// CHECK-NEXT: result 7: i64 = 0
// CHECK-NEXT: result 8: i64 = 2048
void powers(int stages, int n, int *a, const int *factor) {
#pragma loft
  for (int s = 1; s <= stages; s++) {
    int m = 1 << s, step = n / m;
    for (int i = 0; i < n; i += m)
      for (int j = 0; j < m / 2; j++)
        a[i + j] += a[i + j + m / 2] * factor[j * step];
  }
}
