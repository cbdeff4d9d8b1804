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

// nor what a loop without a trip count reads.
// CHECK: traps.c:[[#@LINE+10]]:{{.*}}whether 'abort' is reached depends
void
chases(int n, const int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    int v = i;
    while (x[v] > 0)
      v = x[v];
    if (v == 7)
      abort();
    y[i] = v;
  }
}

// Loops without a trip count end by a number of their own, which counts as the
// call, also where they are in others.
// CHECK-LABEL: func @halves(
// CHECK: [[OUT:%.*]]: bool, [[LONG:%.*]]: bool = reduce (
// CHECK: reduce (
// CHECK: if
// CHECK: loop (
// CHECK: [[NEXT:%.*]]: i64 = add %used
// CHECK: [[REST:%.*]]: bool = lt [[NEXT]],
// CHECK: [[GO:%.*]]: bool = and {{.*}}, [[REST]]
// CHECK: yield [[GO]],
// CHECK: ge %used
// CHECK: [[ANY:%.*]]: bool = or {{.*}}[[LONG]]
// CHECK: if [[ANY]] {
void
halves(int n, const int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    int k = 0;
    for (int j = 0; j < 3; j++)
      if (x[i] > j)
        for (int v = x[i] + j; v > 1; v /= 2)
          k++;
    if (k > 20)
      abort();
    y[i] = k;
  }
}

// Subscripts of local arrays stay in these.
// CHECK-LABEL: func @counts(
// CHECK: reduce (
// CHECK: [[LO:%.*]]: bool = ge [[AT:%.*]],
// CHECK: [[HI:%.*]]: bool = lt [[AT]],
// CHECK: [[IN:%.*]]: bool = and [[LO]], [[HI]]
// CHECK: [[AT1:%.*]]: i64 = select [[IN]], [[AT]],
// CHECK: index {{.*}}, [[AT1]]
// CHECK: if {{.*}} {
// CHECK-NOT: select
// CHECK: return
void
counts(int n, const int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    int t[4] = {1, 2};
    if (x[i] < 0 || x[i] > 3)
      abort();
    for (int j = 0; j < 3; j++)
      t[j] += x[i + j];
    if (t[x[i]] == 3)
      abort();
    y[i] = t[1] + t[x[i]];
  }
}

// What a block does that surely gets to such a call is not read, whatever it
// is; a function that does so does not return.
int fprintf(void *, const char *, ...);
static _Noreturn void leave(int);
static void
die(const char *why, int k)
{
  for (int i = 0; i < k; i++)
    fprintf(0, why);
  leave(k);
}
// CHECK-LABEL: func @says(
// CHECK: [[OUT:%.*]]: bool = reduce (
// CHECK: if [[OUT]] {
// CHECK: map (
void
says(int n, const int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] < 0) {
      fprintf(0, "no %d", i);
      y[i] = 3;
      abort();
    }
    if (x[i] > 99)
      die("much", i);
    y[i] = x[i];
  }
}
