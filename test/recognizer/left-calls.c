// Calls that loft cannot lift are left to the original loop where a condition
// lets iterations hardly get there: whether one does is asked before the loop.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s
int fprintf(void *, const char *, ...);
void bad(const char *);
char *strcpy(char *, const char *);
void take(int);

// A message is written,
// CHECK-LABEL: func @writes(
// CHECK: [[OUT:%.*]]: bool = reduce (
// CHECK: if [[OUT]] {
// CHECK-NEXT: yield %y
// CHECK: } else {
// CHECK: map (
void
writes(int n, const int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      fprintf(0, "%d", x[i]);
    y[i] = x[i] + 5;
  }
}

// or handed to a function,
// CHECK-LABEL: func @hands(
// CHECK: if
// CHECK: map (
void
hands(int n, const int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] < 0) {
      bad("negative");
      y[i] = 3;
    } else if (x[i] > 99) {
      strcpy((char *)y, "large");
    } else
      y[i] = x[i];
}

// by a function, too;
static void
warn(int k)
{
  fprintf(0, "no");
  take(k);
}
// CHECK-LABEL: func @warns(
// CHECK: if
// CHECK: map (
void
warns(int n, const int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] >= 0) {
      y[i] = x[i];
      continue;
    }
    warn(i);
  }
}

// which need not always do so if it is handed a text;
static inline int
check(int *error, int code, const char *text)
{
  if (*error == 0) {
    *error = code;
    bad(text);
  }
  return code;
}
// CHECK-LABEL: func @checks(
// CHECK: if
// CHECK: map (
void
checks(int n, const int *restrict x, int *restrict y)
{
  int error = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      check(&error, i, "negative");
    y[i] = x[i];
  }
}

// the loop is left behind it;
// CHECK-LABEL: func @leaves(
// CHECK-NOT: while
// CHECK: if
// CHECK: map (
int
leaves(int n, const int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] < 0) {
      take(i);
      y[i] = 0;
      return -1;
    }
    y[i] = x[i];
  }
  return 0;
}

// or all iterations get there, or none: through a pointer, too.
// CHECK-LABEL: func @traces(
// CHECK: if
// CHECK: map (
struct options {
  int traces;
  void (*step)(int);
};
void
traces(int n, const struct options *o, const int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (o->traces > 1)
      o->step(i);
    y[i] = x[i];
  }
}

// Not where others may be frequent,
// CHECK: left-calls.c:[[#@LINE+7]]:{{.*}}call to 'take', whose body is not visible
void
frequent(int n, const int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 3)
      take(i);
    y[i] = x[i];
  }
}

// in each iteration,
// CHECK: left-calls.c:[[#@LINE+6]]:{{.*}}call to 'fprintf' reads or writes
void
always(int n, const int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    fprintf(0, "%d", i);
    y[i] = x[i];
  }
}

// in the first one,
// CHECK: left-calls.c:[[#@LINE+7]]:{{.*}}call to 'fprintf' reads or writes
void
progress(int n, const int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (i % 1000 == 0)
      fprintf(0, "%d", i);
    y[i] = x[i];
  }
}

// where nothing else happens,
// CHECK: left-calls.c:[[#@LINE+7]]:{{.*}}call to 'fprintf' reads or writes
void
alone(int n, const int *x)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      fprintf(0, "%d", i);
}

// where the loop itself decides,
// CHECK: left-calls.c:[[#@LINE+8]]:{{.*}}call to 'fprintf' reads or writes
void
shared(int n, const int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    y[x[i]]++;
    if (y[i] < 0)
      fprintf(0, "%d", i);
  }
}

// or where the result is used.
// CHECK: left-calls.c:[[#@LINE+7]]:{{.*}}call to 'fprintf' reads or writes
void
used(int n, const int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] < 0)
      y[i] = fprintf(0, "%d", i);
}
