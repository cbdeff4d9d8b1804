// Every stage of a region can be printed.
// RUN: %clang -fsyntax-only -fplugin-arg-loft-emit=lower %s 2>&1 | FileCheck %s --check-prefix=LOWER
// RUN: %clang -fsyntax-only -fplugin-arg-loft-emit=soac %s 2>&1 | FileCheck %s --check-prefix=SOAC
// RUN: %clang -fsyntax-only -fplugin-arg-loft-emit=common %s 2>&1 | FileCheck %s --check-prefix=SOAC
// RUN: %clang -fsyntax-only -fplugin-arg-loft-emit=gpu %s 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: %clang -fsyntax-only -fplugin-arg-loft-emit=cpu %s 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: %clang -fsyntax-only -fplugin-arg-loft-emit=footprint %s 2>&1 | FileCheck %s --check-prefix=FOOT
// RUN: %clang -fsyntax-only -fplugin-arg-loft-emit=kernel-gpu %s 2>&1 | FileCheck %s --check-prefix=KGPU
// RUN: %clang -c -o %t.o -fplugin-arg-loft-emit=kernel-cpu -fplugin-arg-loft-emit-to=%t.txt %s && FileCheck %s --check-prefix=KCPU < %t.txt
// LOWER: func @triple({{.*}}) ->
// LOWER: loop (
// SOAC: func @triple({{.*}}) ->
// SOAC: = map (
// GPU: map ({{.*}} {level=grid}
// CPU: map ({{.*}} {level=thread}
// FOOT: func @triple_footprint({{.*}}) -> (bool, f64, f64, f64, f64, i64, i64)
// KGPU: item.x
// KCPU: range.lo
void triple(int n, float *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = 3 * x[i];
}
