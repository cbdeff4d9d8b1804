// When code generation fails, that is said and the original loop runs.
// RUN: %clang -O1 -fplugin-arg-loft-fail=cpu %s -o %t %link 2>&1 | FileCheck %s
// RUN: env LOFT_OFFLOAD=mandatory LOFT_LOG=1 %run %t 2>&1 | count 0
// RUN: %clang -O1 -S -emit-llvm -fplugin-arg-loft-fail=cpu %s -o - 2>/dev/null | FileCheck %s --check-prefix=IR
// CHECK: warning: loft internal error: failed as asked; the original loop runs
// IR-NOT: loft_region
int x[100000];
int main(void) {
#pragma loft
  for (int i = 0; i < 100000; i++)
    x[i] = 3 * i;
  return x[99999] != 299997;
}
