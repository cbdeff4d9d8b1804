// Compilations may share one report, at the same time as well; compiling a file
// again replaces its entry.
// RUN: rm -f %t.json
// RUN: %clang -c %s -o %t.1.o -fplugin-arg-loft-report=%t.json
// RUN: sh %S/Inputs/together.sh 8 %t.json "%clang" %s %t
// RUN: python3 %S/Inputs/count_units.py %t.json | FileCheck %s
// CHECK: 8 units, 8 outputs, 8 regions
void f(int n, float *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
}
