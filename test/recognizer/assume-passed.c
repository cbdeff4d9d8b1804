// What a test in front of a region has let pass is a condition of its guard: of
// variables that never change, and that the region names.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
#include <assert.h>
#include <stdlib.h>
int next(void);

// CHECK-LABEL: func @asserted_guard(
// CHECK: ge %stride, %w
// CHECK: lt %w, %
void asserted(int h, int w, int stride, int *v) {
  assert(stride >= w && w < 100);
  next();
#pragma loft
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      v[y * stride + x] *= 2;
}

// CHECK-LABEL: func @left_guard(
// CHECK: gt %k, %
// CHECK: le %n, %
int left(int n, int k, int other, int *v) {
  if (k <= 0 || n > 100 || other == 3) {
    next();
    return -1;
  }
#pragma loft
  for (int i = 0; i < n; i++)
    v[i] = v[i + k];
  return 0;
}

// CHECK-LABEL: func @aborted_guard(
// CHECK: gt %k, %
void aborted(int n, int k, int *v) {
  if (k > 0)
    next();
  else
    abort();
  for (int t = 0; t < 3; t++) {
#pragma loft
    for (int i = 0; i < n; i++)
      v[i] = v[i + k] + t;
  }
}

// CHECK-LABEL: func @none(
// CHECK-NOT: _guard
void none(int *x, int n, int m, int k, int *where) {
  if (m > 3)
    next();
  if (k < 2)
    return;
  if (!where || *where)
    return;
  if (n > 0)
    assert(m > 0);
  k++;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += m + k + where[1];
}

// CHECK-LABEL: func @entered(
// CHECK-NOT: _guard
void entered(int *x, int n, int k) {
  if (k < 2)
    goto other;
  next();
  return;
other:
  next();
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += k;
}

// CHECK-LABEL: func @chosen(
// CHECK-NOT: _guard
void chosen(int *x, int n, int k, int how) {
  switch (how) {
  case 1:
    if (k < 2)
      return;
    next();
    // fallthrough
  default:
#pragma loft
    for (int i = 0; i < n; i++)
      x[i] += k;
  }
}
