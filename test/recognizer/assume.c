// What C assumes in or before a loop is a condition of the region's guard, and
// known about it (assumed.loft); what has side effects, floats, loads or quotients is not.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
struct image {
  int width, stride;
};
int next(void);

// CHECK-LABEL: func @before_guard(
// CHECK: rem %n, %{{.*}}
// CHECK: eq
void before(int *x, int n) {
  __builtin_assume(n % 4 == 0);
  int three = 3;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += three;
}

// CHECK-LABEL: func @inside_guard(
// CHECK: ge %n, %
void inside(int *x, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
#pragma loft assume(n >= 16)
    x[i] += 1;
  }
}

// CHECK-LABEL: func @members_guard(
// CHECK: index %im,
// CHECK: index %im,
// CHECK: ge
void members(const struct image *im, int *x, int n) {
#pragma loft
#pragma loft assume(im->stride >= im->width)
  for (int i = 0; i < im->width; i++)
    x[i * im->stride] += 1;
}

// The condition still holds where nothing changes n.
// CHECK-LABEL: func @further_guard(
// CHECK: gt %n, %
void further(int *x, int n) {
  __builtin_assume(n > 7);
  next();
  for (int k = 0; k < 3; k++)
#pragma loft
    for (int i = 0; i < n; i++)
      x[i] += k;
}

// CHECK-LABEL: func @none(
// CHECK-NOT: _guard
void none(int *x, const int *y, float f, int n, int m) {
  __builtin_assume(n / m == 2);
  __builtin_assume(f > 1);
  __builtin_assume(y[0] > 1);
  if (m)
    __builtin_assume(n > 3);
  m = next();
  __builtin_assume(m == 1);
  m = next();
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += m;
}
