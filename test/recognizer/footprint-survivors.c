// A loop over what a filter kept touches no more elements than the filter had
// iterations, whose number may be below 0: none then.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=lower \
// RUN:   -fplugin-arg-loft-emit-to=%t.1
// RUN: %loft-opt --passes=soac,footprint -o %t.2 %t.1
// RUN: FileCheck %s < %t.2
// RUN: echo '// EVAL: @kept_footprint 5, [0], [0]' >> %t.2
// RUN: echo '// EVAL: @kept_footprint -5, [0], [0]' >> %t.2
// RUN: %loft-opt --quiet --eval %t.2 | FileCheck --check-prefix=RANGE %s
// CHECK: @kept(%n: i32, %x: []i32 {dense,read}, %out: []i32 {write}
// RANGE: result 0: bool = true
// RANGE: result 7: i64 = 0
// RANGE: result 8: i64 = 5
// RANGE: result 0: bool = true
// RANGE: result 7: i64 = 0
// RANGE: result 8: i64 = 0
int
kept(int n, const int *restrict x, int *restrict out) {
  int s;
#pragma loft required region
  {
    int t[n + 8], k = 0;
    for (int i = 0; i < n; i++)
      if (x[i] > 3)
        t[k++] = x[i];
    for (int j = 0; j < k; j++)
      out[j] = t[j] + j;
    s = k;
  }
  return s;
}
