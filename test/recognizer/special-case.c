// A case that is the same in all iterations, and without which a loop can be
// lifted, is left to the original loop; the guard asks for the other one. Not
// so where the case is half of the loop, or an iteration's own.
// RUN: %clang -fplugin-arg-loft-emit=footprint -fplugin-arg-loft-emit-to=%t.fp -fplugin-arg-loft-remarks -fsyntax-only %s 2>&1 | FileCheck --check-prefix=SAID %s
// RUN: FileCheck %s < %t.fp
// SAID: special-case.c:[[#@LINE+7]]:3: remark: lifted to {{.*}}; the original loop runs where it gets to line [[#@LINE+12]]
// CHECK-LABEL: func @f_footprint(
// CHECK-DAG:     [[C:%[a-z0-9]+]]: i32 = const 10
// CHECK-DAG:     [[R:%[a-z0-9]+]]: i32 = rem %t, [[C]]
void
f(int n, int *place, float *v, const float *x, int m, int t) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int k = 0; k < m; k++)
      s += x[i * m + k] * x[i * m + k];
    v[i] = s;
    if (t % 10 == 0) {
      place[i] = s;
      v[i] += x[place[i]];
    }
  }
}
// SAID: special-case.c:[[#@LINE+7]]:{{.*}} loop stays as it is: which elements of 'x'
void
half(int n, int *place, float *v, const float *x, int t) {
#pragma loft
  for (int i = 0; i < n; i++) {
    if (t % 10 == 0) {
      place[i] = v[i];
      v[i] += x[place[i]];
    }
  }
}
// SAID: special-case.c:[[#@LINE+11]]:{{.*}} loop stays as it is: which elements of 'x'
void
own(int n, int *place, float *v, const float *x, int m) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int k = 0; k < m; k++)
      s += x[i * m + k] * x[i * m + k];
    v[i] = s;
    if (i % 10 == 0) {
      place[i] = s;
      v[i] += x[place[i]];
    }
  }
}
