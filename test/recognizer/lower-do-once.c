// A do loop under a constant false condition is one trip: break and continue
// leave the rest of it out, and no loop is left.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
#define ADD(sum, v)                                                            \
  do {                                                                         \
    if ((v) < 0)                                                               \
      break;                                                                   \
    (sum) += (v);                                                              \
  } while (0)
#define NEXT(i)                                                                \
  do {                                                                         \
    (i)++;                                                                     \
  } while (0)
void f(int n, const int *restrict x, int *restrict y) {
  int i = 0;
#pragma loft
  while (i < n) {
    ADD(y[i], x[i]);
    NEXT(i);
  }
}

// CHECK:     %y1: []i32 = loop (%i1 < %sub) (%y2 = %y) {
// CHECK:       %lt: bool = lt %index, %c
// CHECK-NEXT:  %y3: []i32 = if %lt {
// CHECK-NEXT:    yield %y2
// CHECK-NEXT:  } else {
// CHECK:         %y4: []i32 = update %y2, %add, %add1
// CHECK-NEXT:    yield %y4
// CHECK-NEXT:  }
// CHECK-NEXT:  yield %y3
