// A variable that steps on every way through an iteration: by the same constant,
// or by one of two that an invariant condition chooses.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s

// CHECK-LABEL: func @same(
// CHECK: map (
// CHECK-NOT: loop
void
same(int n, const int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[1] > 7) {
      *y++ = x[0];
      x += 2;
      continue;
    }
    *y++ = x[0] - x[1];
    x += 2;
  }
}

// CHECK-LABEL: func @chosen(
// CHECK: [[STEP:%.*]]: i64 = select %
// CHECK: reduce (
// CHECK: mul %{{.*}}, [[STEP]]
// CHECK-NOT: loop
int
chosen(int n, int wide, const int *x)
{
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    s += *x++;
    if (wide)
      x += 2;
  }
  return s;
}

// Not where the iteration decides.
// CHECK: scalar-ways.c:[[#@LINE+7]]:{{.*}}: the bits of 's' go on
int
data(int n, const int *restrict x)
{
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    s = s * 3 ^ *x++;
    if (s & 1)
      x++;
  }
  return s;
}
