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

// Of what an iteration writes alone the elements are those of before.
// CHECK-LABEL: func @written(
// CHECK: [[OUT:%.*]]: bool = reduce (
// CHECK-NEXT: index %x
// CHECK-NEXT: index %y,
// CHECK: if [[OUT]] {
// CHECK-NEXT: yield %y
// CHECK: } else {
// CHECK: map (
// CHECK: return {{.*}}, [[OUT]]
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

// A counter in memory is a scalar.
// CHECK-LABEL: func @counted(
// CHECK: %k{{.*}}: i32 = if
// CHECK: [[OUT:%.*]]: bool = reduce (
// CHECK: if [[OUT]] {
// CHECK: } else {
// CHECK: return {{.*}}, [[OUT]]
void
counted(int n, int m, const int *x, int *restrict y, int *k)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3) {
      if (*k >= m)
        abort();
      y[(*k)++] = x[i];
    }
}

// Not what other iterations may have written,
// CHECK: traps.c:[[#@LINE+8]]:{{.*}}whether 'abort' is reached depends
void
shared(int n, const int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    y[x[i]]++;
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
