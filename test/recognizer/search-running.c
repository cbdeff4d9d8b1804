// Rounds of a search whose end depends on a count: in each, a scan of what is
// counted says where the loop would end, and the rounds carry the count on.
// RUN: %clang -fplugin-arg-loft-emit=soac -c -o /dev/null %s 2>&1 | FileCheck %s
// CHECK-LABEL: func @nth(
// CHECK: loop {{.*}} while
// CHECK: []u8 = alloc
// CHECK: scan (
// CHECK: reduce ({{.*}} [min
// CHECK: return
int nth(int n, int q, const int *x) {
  int k = 0, at = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3 && ++k == q) {
      at = i;
      break;
    }
  return at;
}
