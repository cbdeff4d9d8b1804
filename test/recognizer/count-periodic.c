// A count of iterations at regular distances: there is room for twice as many
// elements as that, and a few, not for one an iteration.
// RUN: %clang -c %s -o %t.o -fplugin-arg-loft-emit=footprint \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft
// RUN: %clang -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.soac.loft
// RUN: %loft-opt --passes=common --check-eval %t.soac.loft -o /dev/null

// CHECK-LABEL: func @remainder_footprint(
// CHECK: [[HALF:%.*]]: i64 = const 50
// CHECK: div %{{.*}}, [[HALF]]
int
remainder(int n, const int *x, int *restrict out)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (i % 100 == 99 && x[i] > 0)
      out[k++] = x[i];
  return k;
}

// CHECK-LABEL: func @mask_footprint(
// CHECK: [[HALF:%.*]]: i64 = const 32
// CHECK: div %{{.*}}, [[HALF]]
int
mask(int n, const int *x, int *restrict out)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (!((i + 1) & 63))
      out[k++] = x[i];
  return k;
}

// A number of 16 bits begins anew more often.
// CHECK-LABEL: func @narrow_footprint(
// CHECK-NOT: div
// CHECK-LABEL: func @last_footprint(
int
narrow(int n, const int *x, int *restrict out)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if ((short)i % 30000 == 1)
      out[k++] = x[i];
  return k;
}

void
last(int n, int *x)
{
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
}
