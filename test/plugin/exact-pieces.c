// The runtime takes the time of the original loop only where that gives the
// same bits: not where floats of rows are folded in pieces.
// RUN: %clang -O1 -S -emit-llvm %s -o - | FileCheck %s

// CHECK-LABEL: define {{.*}}@sums(
// CHECK-NOT: loft_region_original_done
// CHECK: ret void
void
sums(const int *first, const float *x, float *y, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      s += x[k];
    y[i] = s;
  }
}

// CHECK-LABEL: define {{.*}}@in_order(
// CHECK: loft_region_original_done
void
in_order(const int *first, const float *x, float *y, int n)
{
#pragma loft exact
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      s += x[k];
    y[i] = s;
  }
}
