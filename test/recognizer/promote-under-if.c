// A counter in memory, which conditions change, of a loop that an if is around:
// it is loaded before the if, so that it is known before the region where the
// elements begin.
// RUN: %clang -fplugin-arg-loft-emit=soac -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK-LABEL: func @f(
// CHECK: %k1: i64 = if %and
// CHECK: index %k,
// CHECK: if %ne
// CHECK: scan (
void
f(int n, int c, const int *x, int *y, long *k)
{
#pragma loft region
  {
    if (c)
      for (int i = 0; i < n; i++)
        if (x[i] > 3)
          y[(*k)++] = x[i];
  }
}
