// Bools of a nest that are set once: what is simplified in a copy of the loop
// stays in it.
// RUN: %clang -O2 -c %s -o %t.o -fplugin-arg-loft-remarks 2>&1 | FileCheck %s
// CHECK-NOT: internal error
// CHECK: lifted to reduce of 3 values
// CHECK: lifted to
void several(int n, int m, const int *x, const signed char *y, _Bool *b,
             int *at, int *c) {
  _Bool first = 1;
  int place = 0, other = 0;
#pragma loft
  for (int i = 2; i < n; i += 3)
    for (int j = 0; j < m; j++) {
      if (x[i * m + j] > 40 && first) {
        place = i * m + j;
        first = 0;
      }
      if (other == 0 && y[i] > 3)
        other = 1;
    }
  *b = first;
  *at = place;
  *c = other;
}
int loaded(int n, int m, const int *x, const int *y) {
  _Bool first = 1;
  int v = 3;
#pragma loft
  for (int i = 2; i < n; i += 3)
    for (int j = 0; j < m; j++)
      if (first && x[i * m + j] > 40) {
        first = 0;
        v = y[i] * 2;
      }
  return v;
}
