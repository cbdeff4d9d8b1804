// The output is written in full, from its first element on: rows of w - 2 do not
// start before it, as bounds of r*w and of -2*r on their own would have it.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=lower \
// RUN:   -fplugin-arg-loft-emit-to=%t.1
// RUN: %loft-opt --passes=soac,footprint -o %t.2 %t.1
// RUN: FileCheck %s < %t.2
// RUN: echo '// EVAL: @inside_footprint 5, 7, [0], [0]' >> %t.2
// RUN: %loft-opt --quiet --eval %t.2 | FileCheck --check-prefix=RANGE %s
// CHECK: @inside({{.*}}%out: []i32 {full,write}
// RANGE: result 0: bool = true
// RANGE: result 5: i64 = 8
// RANGE: result 6: i64 = 27
// RANGE: result 7: i64 = 0
// RANGE: result 8: i64 = 15
void
inside(int h, int w, const int *restrict in, int *restrict out) {
#pragma loft required
  for (int r = 1; r < h - 1; r++)
    for (int c = 1; c < w - 1; c++)
      out[(r - 1) * (w - 2) + c - 1] = in[r * w + c];
}
