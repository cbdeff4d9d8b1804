// An update under a comparison of the element with the new value is a cmin or
// cmax by key of floats, and so is a choice between them; fmin is a min; two of
// an iteration are put together behind infinity, which skips a NaN.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft
// RUN: %loft-opt --passes=common --check-eval %t.loft
#include <math.h>

// CHECK-LABEL: func @less(
// CHECK: map
// CHECK: combine cmin %{{.*}}, %{{.*}}, %index
void
less(const int *key, const float *x, float *h, int n)
{
#pragma loft exact
  for (int i = 0; i < n; i++)
    if (x[i] < h[key[i]])
      h[key[i]] = x[i];
}

// CHECK-LABEL: func @greater(
// CHECK: combine cmax
void
greater(const int *key, const double *x, double *h, int n)
{
#pragma loft exact
  for (int i = 0; i < n; i++)
    h[key[i]] = h[key[i]] < x[i] ? x[i] : h[key[i]];
}

// CHECK-LABEL: func @named(
// CHECK: combine min
void
named(const int *key, const double *x, double *h, int n)
{
#pragma loft exact
  for (int i = 0; i < n; i++)
    h[key[i]] = fmin(h[key[i]], x[i]);
}

// CHECK-LABEL: func @two(
// CHECK: %[[X:.*]]: f32 = cmin %{{.*}}, %{{.*}}
// CHECK: %[[V:.*]]: f32 = cmin %[[X]], %{{.*}}
// CHECK: combine cmin %{{.*}}, %{{.*}}, %[[V]]
void
two(const int *key, const float *x, const float *y, float *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    float m = h[key[i]];
    m = x[i] < m ? x[i] : m;
    m = y[i] < m ? y[i] : m;
    h[key[i]] = m;
  }
}

// CHECK-LABEL: func @equal(
// CHECK: combine cmin
void
equal(const int *key, const float *x, float *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] <= h[key[i]])
      h[key[i]] = x[i];
}
