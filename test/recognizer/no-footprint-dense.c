// Footprints with elements that the original loop might not touch: nothing says
// that these can be read.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=lower \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: %loft-opt --passes=soac,footprint %t.loft | FileCheck %s

// A guard that depends on data.
// CHECK: @guarded({{.*}}%m: []i32 {dense,read}, %x: []f32 {read}
void
guarded(int n, const int *m, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = m[i] ? x[i] : 0;
}

// An index that is data.
// CHECK: @gather({{.*}}%x: []f32 {read}, %k: []i32 {dense,read}
void
gather(int n, const int *k, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[k[i]];
}

// CHECK: @stride({{.*}}%x: []f32 {read}
void
stride(int n, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[2 * i];
}

// CHECK: @apart({{.*}}%x: []f32 {read}
void
apart(int n, int k, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[i] + x[i + k];
}

// A loop that data ends.
// CHECK: @early({{.*}}%x: []f32 {read}
void
early(int n, int m, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) {
      if (x[i * m + j] < 0)
        break;
      s += x[i * m + j];
    }
    y[i] = s;
  }
}

// The part below a diagonal.
// CHECK: @triangle({{.*}}%x: []f32 {read}
void
triangle(int n, const float *x, float *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j <= i; j++)
      s += x[i * n + j];
    y[i] = s;
  }
}

// The short circuit ends it; lifted, all of it is read.
// CHECK: @any({{.*}}%x: []f32 {probe,read}
int
any(int n, const float *x) {
  int found = 0;
#pragma loft reduce
  for (int i = 0; i < n; i++)
    found = found || x[i] > 3;
  return found;
}
