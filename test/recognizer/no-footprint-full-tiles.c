// Tiles with gaps, conditions whose cases leave some out, and cases of data do
// not fill the footprint.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=lower \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: %loft-opt --passes=soac,footprint %t.loft | FileCheck %s

// CHECK: @tiles({{.*}}%x: []f32 {read}, %y: []f32 {write}
void
tiles(int n, float *restrict y, const float *restrict x) {
#pragma loft
  for (int b = 0; b < n; b += 64)
    for (int i = b; i < (b + 63 < n ? b + 63 : n); i++)
      y[i] = 2 * x[i];
}

// CHECK: @without({{.*}}%x: []f32 {read}, %y: []f32 {write}
void
without(int n, int k, float *restrict y, const float *restrict x) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (i != k)
      y[i] = 2 * x[i];
}

// CHECK: @data({{.*}}%x: []f32 {dense,read}, %y: []f32 {write}
void
data(int n, float *restrict y, const float *restrict x) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (i < 5 || x[i] > 0)
      y[i] = 2;
}

// CHECK: @lengths({{.*}}%y: []f32 {write}
void
lengths(int n, float *restrict y, const int *restrict x) {
#pragma loft
  for (int b = 0; b < n; b++)
    for (int i = 0; i < (x[b] < 64 ? x[b] : 64); i++)
      y[b * 64 + i] = 2;
}
