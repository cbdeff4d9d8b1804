// A do loop that repeats where data says so is a loop, and a step that break
// may leave out does not count.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, const int *restrict x, int *restrict y) {
  int i = 0;
#pragma loft
  while (i < n) {
    do {
      if (x[i] < 0)
        break;
      i++;
    } while (0);
    y[i & 7] = i;
    if (x[i] < 0)
      i += 2;
  }
}

// CHECK: loop (%go{{.*}} while
