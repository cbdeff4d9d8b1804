// A scalar that no other one is needed for gets a loop of its own, which stores
// its running values for the rest.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s

// CHECK-LABEL: func @most(
// CHECK: [[V:%.*]]: []i32 = alloc
// CHECK: [[S:%.*]]: i32, [[W:%.*]]: []i32 = scan ({{.*}}) [add %s] ({{.*}} = [[V]])
// CHECK: update %{{.*}}, %{{.*}}, %after
// CHECK: reduce ({{.*}}) [max %t] {
// CHECK: [[R:%.*]]: i32 = index [[W]],
// CHECK-NEXT: yield [[R]]
// CHECK: return
int
most(int n, int s, int t, const int *x, int *last)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    s += x[i];
    if (s > t)
      t = s;
  }
  *last = s;
  return t;
}

// Not where the two need each other.
// CHECK: expand.c:[[#@LINE+6]]:{{.*}}LOFT082
int
both(int n, int s, int t, const int *x)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    s = s % 7 + t;
    if (x[i] > s)
      t = s;
  }
  return s + t;
}
