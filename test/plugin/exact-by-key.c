// The runtime takes the time of the original loop only where that gives the
// same bits: not where floats are summed by key in an order of loft's.
// RUN: %clang -O1 -S -emit-llvm %s -o - | FileCheck %s

// CHECK-LABEL: define {{.*}}@sums(
// CHECK-NOT: loft_region_original_done
// CHECK: ret void
void
sums(const int *key, const float *x, float *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    h[key[i]] += x[i];
}

// CHECK-LABEL: define {{.*}}@counts(
// CHECK: loft_region_original_done
void
counts(const int *key, int *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    h[key[i]]++;
}
