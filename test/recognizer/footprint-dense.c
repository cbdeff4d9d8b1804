// Reads that happen for every element of the footprint: the original loop
// cannot run where one of them cannot be read.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=lower \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: %loft-opt --passes=soac,footprint %t.loft | FileCheck %s

// CHECK: @sum({{.*}}%x: []f32 {dense,read}
float
sum(int n, const float *x) {
  float s = 0;
#pragma loft reduce
  for (int i = 3; i < n; i++)
    s += x[i];
  return s;
}

// Overlapping reads.
// CHECK: @blur({{.*}}%x: []f32 {dense,read}
void
blur(int n, const float *x, float *y) {
#pragma loft
  for (int i = 1; i < n - 1; i++)
    y[i] = x[i - 1] + x[i] + x[i + 1];
}

// Parts that only together have no holes.
// CHECK: @pairs({{.*}}%x: []f32 {dense,read}
void
pairs(int n, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[2 * i] - x[2 * i + 1];
}

// Rows of a width that only the run knows.
// CHECK: @rows({{.*}}%x: []f32 {dense,read}
void
rows(int n, int m, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[i * m + j] = 2 * x[i * m + j];
}

// One read always, another of the same element sometimes.
// CHECK: @twice({{.*}}%x: []f32 {dense,read}
void
twice(int n, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 0 ? x[i] : 1;
}

// Half of it read, the other half written.
// CHECK: @halves({{.*}}%x: []f32 {dense,read,write}
void
halves(int n, float *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[2 * i] = x[2 * i + 1];
}
