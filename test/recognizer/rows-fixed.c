// Rows that begin or end at one place are not apart, and nothing asks whether
// they are: the loop over them runs in order.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK-LABEL: func @knapsack(
// CHECK: loop (%i < %{{.*}}) (
// CHECK:   [[WEIGHT:%.*]]: i32 = index %weight, %i
// CHECK-NOT: index %weight
// CHECK:   if %{{.*}} {
// CHECK:     map (
// CHECK:   } else {
// CHECK: return
// CHECK-LABEL: func @knapsack_guard(
// CHECK-NOT: [[MAX:%.*]] by (
// CHECK: return
void
knapsack(int n, int most, const int *weight, const int *value, int *best)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int c = most; c >= weight[i]; c--)
      if (best[c - weight[i]] + value[i] > best[c])
        best[c] = best[c - weight[i]] + value[i];
}
