// Tiles of which the last one is smaller, and conditions with cases, fill the
// footprint.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=lower \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: %loft-opt --passes=soac,footprint %t.loft | FileCheck %s

// CHECK: @tiles({{.*}}%x: []f32 {dense,read}, %y: []f32 {full,write}
void
tiles(int n, float *restrict y, const float *restrict x) {
#pragma loft
  for (int b = 0; b < n; b += 64)
    for (int i = b; i < (b + 64 < n ? b + 64 : n); i++)
      y[i] = 2 * x[i];
}

// CHECK: @counted({{.*}}%x: []f32 {dense,read}, %y: []f32 {full,write}
void
counted(int n, float *restrict y, const float *restrict x) {
#pragma loft
  for (int b = 0; b < n; b++)
    for (int i = 0; i < (n - b * 64 < 64 ? n - b * 64 : 64); i++)
      y[b * 64 + i] = 2 * x[b * 64 + i];
}

// CHECK: @ends({{.*}}%x: []f32 {dense,read}, %y: []f32 {full,write}
void
ends(int n, float *restrict y, const float *restrict x) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (i < 5 || i > 3)
      y[i] = 2 * x[i];
}
