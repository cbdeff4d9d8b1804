// A step down by a parameter counts, where it is positive.
// RUN: %clang -c %s -o /dev/null -fplugin-arg-loft-emit=lower 2>&1 | FileCheck %s
// CHECK: %y1: []f32 = loop (%i < %div)
// CHECK: func @f_guard
// CHECK: ge %convert, %c
void
f(int lo, int hi, int step, const float *x, float *y)
{
#pragma loft
  for (int i = lo; i >= hi; i -= step)
    y[i] = x[i];
}
