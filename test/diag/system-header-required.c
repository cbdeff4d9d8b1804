// Where the pragma says required, the error is in the user's file, too.
// RUN: not %clang -fsyntax-only -isystem %S/Inputs/system %s 2>&1 | FileCheck %s
#include <inline_functions.h>
void f(int n, int *x) {
#pragma loft required
  for (int i = 0; i < n; i++)
    // CHECK: required.c:[[@LINE+1]]:12: error: {{.*}}call to 'parse'
    x[i] = parse(x[i]);
// CHECK: inline_functions.h:3:{{.*}}: note: the reason is here
}
