// The number of rows is in an array that a search for the loop's end, which is
// tried, reads where C may not: how many rows there are cannot be told ahead.
// RUN: %clang -fplugin-arg-loft-emit=soac -c -o /dev/null %s 2>&1 | FileCheck %s
// CHECK-LABEL: func @rows(
// CHECK: loop {{.*}} while
// CHECK: reduce ({{.*}} [add
// CHECK: return
void rows(int *restrict x, const int *restrict len, const int *restrict c,
          int n) {
#pragma loft
  for (int j = 0; j * c[0] < len[c[1] - 1]; j++) {
    if (j == c[1])
      break;
    int t = 0;
    for (int i = 0; i < 5; i++)
      t += x[(c[1] - 1 - j) * 5 + i];
    if (t > n)
      x[0] = t;
  }
}
