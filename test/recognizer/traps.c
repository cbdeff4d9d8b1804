// Calls that do not return are asked for before the loop.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s
void abort(void) __attribute__((noreturn));

// CHECK-LABEL: func @asks(
// CHECK: [[OUT:%.*]]: bool = reduce (
// CHECK: if [[OUT]] {
// CHECK-NEXT: yield %y
// CHECK: } else {
// CHECK: map (
// CHECK-NOT: 0
// CHECK: return {{.*}}, [[OUT]]
void
asks(int n, const int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] < -3)
      abort();
    y[i] = x[i] + 5;
  }
}

// Not what depends on what the loop writes,
// CHECK: traps.c:[[#@LINE+8]]:{{.*}}whether 'abort' is reached depends
void
written(int n, const int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] += x[i];
    if (y[i] < 0)
      abort();
  }
}

// nor what divides by what a call before it may keep from being 0.
// CHECK: traps.c:[[#@LINE+7]]:{{.*}}whether 'abort' is reached depends
void
divides(int n, const int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] == 0)
      abort();
    if (9 / x[i] > 3)
      abort();
    y[i] = x[i];
  }
}
