// What an assertion says of an index bounds what is gathered: no pass over the
// indices is made.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=footprint 2>&1 \
// RUN:   | FileCheck %s
void abort(void) __attribute__((noreturn));

// CHECK-LABEL: func @f_footprint(
// CHECK-NOT:   reduce
// CHECK:       %convert1: i64 = convert %m
// CHECK-NOT:   reduce
// CHECK:       return
void
f(int n, int m, float *restrict a, const float *restrict b,
  const int *restrict k)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (k[i] < 0 || k[i] >= m)
      abort();
    a[i] = b[k[i]];
  }
}

// In a nest, of one index at a time.
// CHECK-LABEL: func @nest_footprint(
// CHECK-NOT:   reduce
// CHECK:       return
void
nest(int n, int m, float *restrict a, const float *restrict b,
     const unsigned *restrict k)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (!(k[i * m + j] < 100))
        __builtin_trap();
      a[i * m + j] = b[k[i * m + j]] + b[99 - k[i * m + j]];
    }
}
