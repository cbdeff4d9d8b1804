// With -ffast-math LLVM rearranges floats, in other ways for wider vectors: there
// is one form of each kernel, so that results do not depend on the CPU.
// RUN: %clang -O2 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clang -O2 -ffast-math -S -emit-llvm %s -o - | FileCheck %s --check-prefix=ONE
// CHECK: kernel0.wide
// ONE-NOT: .wide
void f(int n, const float *restrict x, float *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float t = x[i];
    y[i] = ((((t * 0.5f + 1) * t + 2) * t + 3) * t + 4) * t + 5;
  }
}
