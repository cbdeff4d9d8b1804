// A step amidst the body: what follows sees the variable one step further.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s

// CHECK-LABEL: func @statement(
// CHECK: %{{.*}} = loop (%i1 < %
// CHECK-DAG: [[AT:%.*]]: i64 = add %i1, %convert
// CHECK-DAG: [[NEXT:%.*]]: i64 = add [[AT]], %c
// CHECK-DAG: update %y2, [[AT]], %
// CHECK-DAG: update %z2, [[NEXT]], %
void
statement(int n, const int *x, int *y, int *z)
{
  int i = 0;
#pragma loft
  while (i < n) {
    y[i] = x[i];
    i++;
    z[i] = x[i];
  }
}

// CHECK-LABEL: func @expression(
// CHECK: %{{.*}} = loop (%i1 < %
// CHECK-DAG: [[AT:%.*]]: i64 = add %i1, %convert
// CHECK-DAG: [[NEXT:%.*]]: i64 = add [[AT]], %c
// CHECK-DAG: index %x, [[AT]]
// CHECK-DAG: update %y2, [[NEXT]], %
void
expression(int n, const int *x, int *y)
{
  int i = 0;
#pragma loft
  while (i < n) {
    int v = x[i++];
    y[i] = v;
  }
}

// Not where it depends on a condition.
// CHECK-LABEL: func @condition(
// CHECK: loop (%go
void
condition(int n, const int *x, int *y)
{
  int i = 0;
#pragma loft
  while (i < n)
    y[i] = x[i] > 0 ? i++ : (i += 2);
}

// Several steps by constants are one.
// CHECK-LABEL: func @twice(
// CHECK: = loop (%i1 < %
// CHECK-DAG: [[AT:%.*]]: i64 = add
// CHECK-DAG: update %y2, [[AT]],
// CHECK-DAG: [[NEXT:%.*]]: i64 = add [[AT]],
// CHECK-DAG: update %{{.*}}, [[NEXT]],
void
twice(int n, int *y)
{
  int i = 0;
#pragma loft
  while (i < n) {
    y[i++] = 1;
    y[i++] = 2;
  }
}

// Not where they go to and fro.
// CHECK-LABEL: func @to_and_fro(
// CHECK: loop (%go
void
to_and_fro(int n, int *y)
{
  int i = 0;
#pragma loft
  while (i < n) {
    y[i--] = 1;
    i += 2;
  }
}

// Two variables that meet.
// CHECK-LABEL: func @meet(
// CHECK: [[D:%.*]]: i64 = sub %
// CHECK: [[UP:%.*]]: i64 = add [[D]], %
// CHECK: [[N:%.*]]: i64 = div [[UP]], %
// CHECK: loop (%i1 < [[N]])
void
meet(int i, int j, int *y)
{
#pragma loft
  for (; i < j; i++, j--)
    y[i] = y[j];
}

// Unsigned ones may wrap where they take other steps, or may be equal.
// CHECK-LABEL: func @wraps(
// CHECK: loop (%go
void
wraps(unsigned i, unsigned j, int *y)
{
#pragma loft
  for (; i <= j; i++, j--)
    y[i] = y[j];
}

// CHECK-LABEL: func @apart(
// CHECK: loop (%go
void
apart(int i, int j, int *y)
{
#pragma loft
  for (; i < j; i++, j++)
    y[i] = y[j];
}
