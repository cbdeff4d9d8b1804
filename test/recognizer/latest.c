// What is stored where a counter stands, under conditions, waits in a scalar
// until the counter moves; so do stores where it stands behind its steps, of
// which the element before tells the value.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft
// RUN: loft-opt --passes=common --check-eval %t.loft -o %t.common.loft

// CHECK-LABEL: func @last_of_kind(
// CHECK: scan (%i < %{{.*}}) [{{.*}} by
// CHECK: then (%i1, %before
// CHECK: [[MOVES:%.*]]: bool = ne %{{.*}}, %before
// CHECK: [[NEXT:%.*]]: i64 = add %i1, %
// CHECK: [[LAST:%.*]]: bool = eq [[NEXT]], %
// CHECK: if [[MOVES]]
// CHECK: if [[LAST]]
int
last_of_kind(const int *x, int *out, int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 7)
      out[k] = x[i];
    if (x[i] > 3)
      k++;
  }
  return k;
}

// CHECK-LABEL: func @segments(
// CHECK: scan (%i < %{{.*}}) [{{.*}} by
// CHECK-NOT: loop
// CHECK-LABEL: func @run_ends(
int
segments(const int *x, int least, int n, int *restrict start,
         int *restrict end)
{
  int k = 0, inside = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    int on = x[i] > least;
    if (on && !inside) {
      start[k] = i;
      inside = 1;
    } else if (!on && inside) {
      end[k++] = i;
      inside = 0;
    }
  }
  return k;
}

// The members of a structure leave different remainders.
// CHECK: scan (%i < %{{.*}}) [add %k]
// CHECK-NOT: loop
// CHECK-LABEL: func @kept(
struct run {
  int start, end;
};

int
run_ends(const int *x, int n, struct run *r)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (i == 0 || x[i] != x[i - 1]) {
      r[k].start = i;
      k++;
    }
    r[k - 1].end = i + 1;
  }
  return k;
}

// CHECK: scan (%i < %{{.*}}) [{{.*}} by
void
kept(const int *x, int n, int *out, int k)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 3)
      k--;
    if (x[i] & 1)
      out[k] = i;
  }
}
