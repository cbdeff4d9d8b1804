// Each element is read, then written: it goes up, but none of it has to be
// compared with what it was.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=lower \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: %loft-opt --passes=soac,footprint %t.loft | FileCheck %s
// CHECK: @flip({{.*}}%x: []i32 {full,read,write}
void
flip(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = ~x[i];
}
// A guarded write leaves some as they were.
// CHECK: @clip({{.*}}%x: []i32 {dense,read,write}
void
clip(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 9)
      x[i] = 9;
}
