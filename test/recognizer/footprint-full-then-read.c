// Read only after all of it was written: what was there before is not needed.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=lower \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: %loft-opt --passes=soac,footprint %t.loft | FileCheck %s
// CHECK: @after({{.*}}%t: []i32 {full,write}
int
after(int n, int *restrict t, const int *restrict x) {
  int s = 0;
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      t[i] = x[i] + 1;
    for (int i = 0; i < n; i++)
      s += t[n - 1 - i];
  }
  return s;
}
// One element more is read than was written.
// CHECK: @beyond({{.*}}%t: []i32 {dense,read,write}
int
beyond(int n, int *restrict t, const int *restrict x) {
  int s = 0;
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      t[i] = x[i] + 1;
    for (int i = 0; i < n; i++)
      s += t[i + 1];
  }
  return s;
}
