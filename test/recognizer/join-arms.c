// Both regions of an if store the element, which reads the one before in one of
// them: one store behind the if, and a scan.
// RUN: %clang -O1 -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft

// CHECK-LABEL: func @row(
// CHECK: []i32 = scan (%
// CHECK: update
// CHECK-NOT: update
void
row(const char *a, char c, const int *restrict prev, int *restrict cur, int n)
{
#pragma loft
  for (int j = 1; j <= n; j++) {
    if (a[j] == c)
      cur[j] = prev[j - 1] + 1;
    else if (cur[j - 1] > prev[j])
      cur[j] = cur[j - 1];
    else
      cur[j] = prev[j];
  }
}
