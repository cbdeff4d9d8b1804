// When the passes take too many steps, that is said and the original loop runs.
// COVERS: BUDGET
// RUN: %clang -O1 -fplugin-arg-loft-fail=steps %s -o %t %link 2>&1 | FileCheck %s
// RUN: env LOFT_OFFLOAD=mandatory LOFT_LOG=1 %run %t 2>&1 | count 0
// CHECK-NOT: internal error
// CHECK: warning: loop stays as it is: it is too large to analyse{{.*}}[LOFT090]
// CHECK-NOT: internal error
int x[100000];
int main(void) {
#pragma loft
  for (int i = 0; i < 100000; i++)
    x[i] = (3 + 0) * (i + 0) * 1;
  return x[99999] != 299997;
}
