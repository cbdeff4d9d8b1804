// Assertions that do not bound what is read: the indices are looked at, where
// they can be read, since the assertion itself reads ahead of C.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=footprint 2>&1 \
// RUN:   | FileCheck %s
void abort(void) __attribute__((noreturn));

// On one side alone.
// CHECK-LABEL: func @side_footprint(
// CHECK:       readable %k, %
// CHECK:       reduce ({{.*}}[min
// CHECK:       return
void
side(int n, int m, float *restrict a, const float *restrict b,
     const int *restrict k)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (k[i] >= m)
      abort();
    a[i] = b[k[i]];
  }
}

// Of another element.
// CHECK-LABEL: func @other_footprint(
// CHECK:       readable %k, %
// CHECK:       reduce ({{.*}}[min
// CHECK:       return
void
other(int n, int m, float *restrict a, const float *restrict b,
      const int *restrict k)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (k[i + 1] < 0 || k[i + 1] >= m)
      abort();
    a[i] = b[k[i]];
  }
}

// In fewer iterations.
// CHECK-LABEL: func @fewer_footprint(
// CHECK:       readable %k, %
// CHECK:       reduce ({{.*}}[min
// CHECK:       return
void
fewer(int n, int m, float *restrict a, const float *restrict b,
      const int *restrict k)
{
#pragma loft region
  {
    for (int i = 0; i < n - 1; i++) {
      if (k[i] < 0 || k[i] >= m)
        abort();
      a[i] = 1;
    }
    for (int i = 0; i < n; i++)
      a[i] = b[k[i]];
  }
}
