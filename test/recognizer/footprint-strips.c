// Strips are as many launches as there are of them, where the distance is known
// before the region, and their work is that of the loop; where strips do not
// run, they count for nothing, and neither does the copy in place of them.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=footprint \
// RUN:   -fplugin-arg-loft-emit-to=%t.1
// RUN: sed -n 's|^// INPUT:|// EVAL:|p' %s >> %t.1
// RUN: %loft-opt --quiet --eval %t.1 | FileCheck %s
// INPUT: @undo_footprint 1000, 101000, [0]
// CHECK: result 0: bool = true
// CHECK: result 3: f64 = 100 
// CHECK: result 4: f64 = 500016 
// INPUT: @undo_footprint 100000, 101000, [0]
// CHECK: result 0: bool = true
// CHECK: result 3: f64 = 1 
// CHECK: result 4: f64 = 5016 
void undo(int *y, int n, int d) {
#pragma loft
  for (int i = d; i < n; i++)
    y[i] += y[i - d];
}
