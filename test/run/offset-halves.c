// Two halves of one array, far enough apart for some sizes only: what is not
// independent as one array is compared at run time.
// RUN: %clang -O2 -Werror %s -o %t %link
// RUN: %three %t original
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run %t 2>&1 >/dev/null | FileCheck %s
// CHECK: cpu, {{[0-9]}} thread
// CHECK: original: {{.*}}overlap
#include <stdio.h>

static float work[2048];

__attribute__((noinline)) static void
copy(int n) {
  const float *x = work;
  float *y = work + 1024;
#pragma loft map required
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i] + 1;
}

int
main(void) {
  for (int i = 0; i < 2048; i++)
    work[i] = (float)i;
  copy(1024);
  copy(1025);
  for (int i = 0; i < 2048; i++)
    printf("%a\n", work[i]);
  return 0;
}
