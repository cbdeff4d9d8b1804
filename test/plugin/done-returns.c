// The original loop tells that it has ended where it returns, too: its time is
// comparable with that of the lifted one.
// RUN: %clang -O0 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clang -fsyntax-only -fplugin-arg-loft-emit=lower %s 2>&1 \
// RUN:   | FileCheck --check-prefix=LOWER %s

// CHECK-LABEL: define {{.*}}@place(
// CHECK: call i32 @__loft_region_0(
// CHECK: call void @__loft_region_0_done()
// CHECK: call void @__loft_region_0_done()
// CHECK-LABEL: define {{.*}}@places(
int
place(const int *x, int n, int key)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] == key)
      return i;
  return -1;
}

// The function is inlined as it was written.
// LOWER-LABEL: func @places(
void
places(const int *x, int n, const int *keys, int *at, int m)
{
#pragma loft required
  for (int k = 0; k < m; k++)
    at[k] = place(x, n, keys[k]);
}
