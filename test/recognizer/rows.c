// Rows at places that are data become maps, with a guard that looks whether they
// are in order: by neighbours, and by all rows where that fails.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft

// CHECK-LABEL: func @scale(
// CHECK: map (%i < %
// CHECK: map (%k1 < %
// CHECK-LABEL: func @scale_guard(
// CHECK: reduce (%i < %{{.*}}) [and
// CHECK: else
// CHECK: reduce (%i1 < %{{.*}} by (
void
scale(const int *ptr, const float *s, float *val, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int k = ptr[i]; k < ptr[i + 1]; k++)
      val[k] *= s[i];
}

// A place read in the inner loop alone is read by C only where that runs.
// CHECK-LABEL: func @listed(
// CHECK: map (%i < %
// CHECK-LABEL: func @listed_guard(
// CHECK: reduce (%i < %{{.*}} by (
// CHECK: if
// CHECK: index %start
void
listed(const long *start, const int *len, int *out, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int k = 0; k < len[i]; k++)
      out[start[i] + k] = i;
}

// CHECK-LABEL: func @steps(
// CHECK: loop (%t < %
// CHECK: map (%i < %
// CHECK: loop (%
// CHECK-LABEL: func @steps_guard(
// CHECK: gt
void
steps(const int *ptr, int *x, int n, int times)
{
#pragma loft
  for (int t = 0; t < times; t++)
    for (int i = 0; i < n; i++)
      for (int k = ptr[i] + 1; k < ptr[i + 1]; k++)
        x[k] += x[k - 1];
}

// What is read under a condition is looked at where that holds; a condition on the
// element itself does not matter.
// CHECK-LABEL: func @some(
// CHECK: map (%i < %
// CHECK-LABEL: func @some_guard(
// CHECK: reduce (%i < %{{.*}} by (
// CHECK: index %on
// CHECK: if
// CHECK: index %ptr
// CHECK: gt
// CHECK: if
void
some(const int *ptr, const int *on, int *x, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (!on[i])
      continue;
    for (int k = ptr[i]; k < ptr[i + 1]; k++)
      if (x[k] > 3)
        x[k] = i;
  }
}
