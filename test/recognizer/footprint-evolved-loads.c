// What each iteration of a counted loop loads at a place that follows from its
// index is known before the region, and with it what the loop adds up: the
// footprint goes through the iterations.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=footprint \
// RUN:   -fplugin-arg-loft-emit-to=%t.1
// RUN: sed -n 's|^// INPUT:|// EVAL:|p' %s >> %t.1
// RUN: %loft-opt --quiet --eval %t.1 | FileCheck %s

// Rows in front of where they end.
// INPUT: @behind_footprint 4, [3, 0, 2, 5], 0, [0]
// CHECK: result 0: bool = true
// CHECK: result 7: i64 = 0
// CHECK-NEXT: result 8: i64 = 10
// INPUT: @behind_footprint 0, [0], 7, [0]
// CHECK: result 7: i64 = 0
// CHECK-NEXT: result 8: i64 = 0
void behind(int n, const int *width, int j, float *x) {
#pragma loft exact
  for (int i = 0; i < n; i++) {
    j += width[i];
    for (int l = -width[i]; l < 0; l++)
      x[j + l] *= 2;
  }
}

// A sum that may wrap around.
// INPUT: @join_footprint 3, [0], 10, [4, 1, 2]
// CHECK: result 0: bool = true
// CHECK: result 5: i64 = 10
// CHECK-NEXT: result 6: i64 = 17
void join(int n, const unsigned *length, unsigned k, char *out) {
#pragma loft
  for (int i = 0; i < n; i++) {
    __builtin_memset(out + k, i, length[i]);
    k += length[i];
  }
}

// So is what is assumed of the sum: here, that k + l does not wrap around.
// INPUT: @number_footprint 3, [1, 0, 1], [2, 4, 1], [0], 5
// CHECK: result 0: bool = true
// CHECK: result 9: i64 = 5
// CHECK-NEXT: result 10: i64 = 12
// INPUT: @number_footprint 3, [1, 1, 1], [2, 4, 2], [0], 4294967290
// CHECK: result 0: bool = false
void number(int n, const int *width, const int *wanted, unsigned k, float *x) {
#pragma loft exact
  for (int i = 0; i < n; i++) {
    if (wanted[i])
      for (int l = 0; l < width[i]; l++)
        x[k + l] = i + l;
    k += width[i];
  }
}

// Which element is loaded depends on what was: the range of all that may be is
// taken.
// INPUT: @chain_footprint 3, [0], 0, [1, 2, 3, 4]
// CHECK: result 6: i64 = 8
void chain(int n, const int *next, int k, int *out) {
#pragma loft
  for (int i = 0; i < n; i++) {
    for (int l = 0; l < 4; l++)
      out[k + l] = i;
    k = next[k];
  }
}
