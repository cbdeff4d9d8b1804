// A region without device code runs on the CPU, and says so.
// COVERS: BACKEND
// RUN: %clang -O1 -fplugin-arg-loft-fail=gpu %s -o %t %link 2>&1 | FileCheck %s
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_LOG=1 %run %t 2>&1 | FileCheck %s --check-prefix=ON
// CHECK: warning: the lifted loop runs on the CPU only: no device code could be made of it: 'failed as asked'{{.*}} [LOFT093]
// ON: cpu, {{.*}} thread
int x[100000];
int main(void) {
#pragma loft
  for (int i = 0; i < 100000; i++)
    x[i] = 3 * i;
  return x[99999] != 299997;
}
