// Counters that go down append as well; two of them to one array, where they
// start too far apart to meet.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft
// RUN: %loft-opt --passes=footprint %t.loft | FileCheck --check-prefix=PRINT %s

// CHECK-LABEL: func @down(
// CHECK: scan (%i < %{{.*}}) [add %k]
// The footprint goes down from the first element that may be written.
// PRINT-LABEL: func @down_footprint(
int
down(const int *x, int *out, int n, int k)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      out[--k] = x[i];
  return k;
}

// CHECK-LABEL: func @pairs(
// CHECK: scan (%i < %{{.*}}) [add %k]
long
pairs(const int *x, int *out, int n, long k)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3) {
      out[2 * k] = x[i];
      out[2 * k - 1] = i;
      k--;
    }
  return k;
}

// Both counters move by one in each iteration, together.
// CHECK-LABEL: func @ends(
// CHECK: scan (%i < %{{.*}}) [add %a, add %b]
// CHECK-LABEL: func @ends_guard(
// CHECK: or
int
ends(const int *x, int *out, int n, int a, int b)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      out[a++] = x[i];
    else
      out[--b] = x[i];
  return a + b;
}

// They may also go apart; which it is is known when the region starts.
// CHECK-LABEL: func @middle(
// CHECK: scan (%i < %{{.*}}) [add %a, add %b]
// CHECK-LABEL: func @middle_guard(
int
middle(const int *x, int *out, int n, int a, int b)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 3)
      out[a++] = x[i];
    if (x[i] < 5)
      out[--b] = x[i];
  }
  return a - b;
}

// A counter that may wrap must not reach 0.
// CHECK-LABEL: func @above_zero(
// CHECK: scan
// CHECK-LABEL: func @above_zero_guard(
unsigned
above_zero(const int *x, int *out, int n, unsigned k)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      out[--k] = x[i];
  return k;
}

// What an iteration adds may be data that is none below 0.
// CHECK-LABEL: func @by_truth(
// CHECK: scan
int
by_truth(const int *x, int *out, int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 3)
      out[k] = x[i];
    k += x[i] > 3;
  }
  return k;
}
