// A goto further down is an if around what it skips; one to right behind the
// annotated loop ends it.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, const int *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 3)
      goto high;
    y[i] = 1;
    goto end;
  high:
    y[i] = 2;
  end:;
  }
}

// CHECK-LABEL: func @f(
// CHECK: %[[HIGH:.*]]: bool = gt %
// CHECK: = if %[[HIGH]]
// CHECK-NOT: loop
// CHECK: return

int g(int n, const int *x) {
  int i;
#pragma loft
  for (i = 0; i < n; i++)
    if (x[i] > 3)
      goto end;
end:
  return i;
}

// CHECK-LABEL: func @g(
// CHECK: loop (%{{.*}}) {{.*}} while
