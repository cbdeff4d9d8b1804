// -E keeps the pragma, so that a preprocessed file is lifted like its source.
// RUN: %clang -E %s -o %t.i && FileCheck %s < %t.i
// RUN: %clang -fsyntax-only -fplugin-arg-loft-remarks %t.i 2>&1 | FileCheck %s --check-prefix=REMARK
// CHECK: #pragma loft
// REMARK: preprocess.c:[[@LINE+3]]:3: remark: lifted to map
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
}
