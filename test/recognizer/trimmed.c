// Loops whose first or last iterations do nothing lose these, where iterations
// share elements.
// COVERS: shape-trimmed
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft
// RUN: %loft-opt --passes=common --check-eval %t.loft

// What the loop reads is d elements before what it writes from the start on.
// CHECK-LABEL: func @from(
// CHECK: %[[FIRST:.*]]: i64 = max
// CHECK: sub %convert, %[[FIRST]]
// CHECK: {versions}
// CHECK-NOT: = if %ge {{{$}}
// CHECK: }
void from(unsigned n, unsigned d, int *y) {
#pragma loft
  for (unsigned i = 0; i < n; i++)
    if (i >= d)
      y[i] += y[i - d];
}

// Up to an iteration, by its negation.
// CHECK-LABEL: func @upto(
// CHECK: min
// CHECK: {versions}
void upto(int n, int m, int d, int *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    if (i > m)
      continue;
    y[i] += y[i + d];
  }
}

// Both, beside a condition of data, which stays.
// CHECK-LABEL: func @between(
// CHECK: max
// CHECK: min
// CHECK: {versions}
// CHECK: map (
// CHECK: = if %{{.*}} {{{$}}
void between(long n, long m, long d, int *y, const char *x) {
#pragma loft
  for (long i = 0; i < n; i++)
    if (i >= d && i < m && x[i])
      y[i] += y[i - d];
}

// Iterations that count something all do.
// CHECK-LABEL: func @counts(
// CHECK: = if
void counts(long n, long d, int *y, int *c) {
#pragma loft
  for (long i = 0; i < n; i++) {
    if (i >= d)
      y[i] += y[i - d];
    c[i] = c[i + 1];
  }
}

// A mirrored number is no more often ahead of the counter in later iterations.
// CHECK-LABEL: func @mirrored(
// CHECK-NOT: = sub %convert, %max
// CHECK: lt %l
void mirrored(int n, int *z) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int l = i / 4 * 4 + 3 - i % 4;
    if (l < i && z[l] < z[i])
      z[i] = z[l];
  }
}
