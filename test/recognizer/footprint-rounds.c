// A search goes through its range once, in a few rounds of growing chunks; its
// work is five operations an element and 26 a round, and a round is a launch.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=footprint \
// RUN:   -fplugin-arg-loft-emit-to=%t.1
// RUN: sed -n 's|^// INPUT:|// EVAL:|p' %s >> %t.1
// RUN: %loft-opt --quiet --eval %t.1 | FileCheck %s
// INPUT: @find_footprint 16384, [0], 1.0
// CHECK: result 1: f64 = 81963 
// CHECK: result 3: f64 = 2 
// INPUT: @find_footprint 1048576, [0], 1.0
// CHECK: result 1: f64 = 5242988.40625
// CHECK: result 3: f64 = 7.03125
int find(const float *x, int n, float v) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] == v)
      return i;
  return -1;
}
