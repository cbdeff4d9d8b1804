// No rows: bounds are read under a condition on what the loop writes, the region
// writes them, the subscript is no linear one of the inner index.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft

int y[1000];

// CHECK-LABEL: func @condition(
// CHECK-NOT: = map (%i < %
// CHECK: loop (%i < %
void
condition(const int *ptr, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (y[i])
      for (int k = ptr[i]; k < ptr[i + 1]; k++)
        y[k] = y[k] / 3;
}

// CHECK-LABEL: func @written(
// CHECK: loop (%i1 < %
void
written(int *ptr, int n)
{
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      ptr[i] = ptr[i] * 2;
    for (int i = 0; i < n; i++)
      for (int k = ptr[i]; k < ptr[i] + ptr[i] % 4; k++)
        y[k] = y[k] / 3;
  }
}

// CHECK-LABEL: func @quotient(
// CHECK: loop (%i < %
void
quotient(const int *ptr, int *x, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int k = ptr[i]; k < ptr[i + 1]; k++)
      x[k % 5 + k] = x[k % 5 + k] / 3;
}
