// Reads of a copy of an array are of the array: what they touch is in the
// footprint, also where no iteration claims an element.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=footprint \
// RUN:   -fplugin-arg-loft-emit-to=%t.1
// RUN: sed -n 's|^// INPUT:|// EVAL:|p' %s >> %t.1
// RUN: %loft-opt --quiet --eval %t.1 | FileCheck %s
// INPUT: @mark_footprint 1, [5, 5, 5], [2], 0
// CHECK: result 5: i64 = 2
// CHECK: result 6: i64 = 3
void mark(int n, unsigned char *d, const int *at, int level) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (d[at[i]] > level + 1)
      for (int k = 0; k < (at[i] & 1); k++)
        if (d[at[i + k]] == 1)
          d[at[i + k]] = (unsigned char)(level + 1);
}
