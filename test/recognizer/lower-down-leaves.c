// A last statement that is no step stays in the body of a loop whose test
// steps: it is not run after the body's variables are gone.
// RUN: %clang -c %s -o /dev/null -fplugin-arg-loft-emit=lower 2>&1 | FileCheck %s
// CHECK: [[LEAVES:%[a-z0-9]+]]: bool = gt
// CHECK: if [[LEAVES]] {
// CHECK: } else {
// CHECK-NEXT: [[V:%[a-z0-9]+]]: f64 = index %x, %add
// CHECK-NOT: }
// CHECK: update %{{.*}}, %add, [[V]]
void
f(double *restrict y, const double *x, const unsigned char *q)
{
#pragma loft
  for (long i = 7; i-- > 2;) {
    if (q[i] > 1)
      break;
    double v = x[i];
    y[i] = v;
  }
}
