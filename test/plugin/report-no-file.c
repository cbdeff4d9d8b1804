// A report that cannot be written is a warning, and what is no report is left
// alone.
// RUN: cp %s %t.c
// RUN: %clang -c %s -o %t.o -fplugin-arg-loft-report=%t.c 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: warning: no report is written to '{{.*}}.c': it is there and is no report of loft
// RUN: cmp %s %t.c
// RUN: %clang -c %s -o %t.o -fplugin-arg-loft-report=%t/none/r.json 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: warning: no report is written to '{{.*}}/none/r.json': No such file or directory
void f(int n, float *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
}
