// An update under a comparison of the element with the new value is a minimum or
// maximum by key, by each comparison, with further conditions.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft

// CHECK-LABEL: func @greater(
// CHECK: map
// CHECK: combine max %{{.*}}, %{{.*}}, %index
void
greater(const int *key, const int *x, int *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > h[key[i]])
      h[key[i]] = x[i];
}

// CHECK-LABEL: func @less(
// CHECK: combine min
void
less(const int *key, const long *x, long *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (h[key[i]] >= x[i] + 1)
      h[key[i]] = x[i] + 1;
}

// CHECK-LABEL: func @other(
// CHECK: combine max
void
other(const int *key, const unsigned char *x, unsigned char *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] <= h[key[i]])
      continue;
    h[key[i]] = x[i];
  }
}

// CHECK-LABEL: func @among(
// CHECK: if
// CHECK: if
// CHECK: combine min
void
among(const int *key, const int *x, const int *on, int *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (on[i] && x[i] < h[key[i]])
      h[key[i]] = x[i];
}
