// A scalar that the iteration before has set is a function of the index, where
// it starts as an iteration before the first would have left it.
// COVERS: shape-lagging
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s

// CHECK-LABEL: func @skip(
// CHECK: map (
// CHECK-NOT: loop
// CHECK: return
// CHECK: func @skip_guard(
void
skip(int n, unsigned char *row, long end) {
  unsigned char *from = row + end, *to = from;
#pragma loft
  for (int i = 0; i < n; i++) {
    *--to = 255 - *--from;
    from -= 3;
    to = from;
  }
}
