// A search in a nest, whose inner loop leaves what it found: where it found
// nothing, that is what it was before.
// RUN: %clang -O2 -c -o %t.o %s -fplugin-arg-loft-emit=soac -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft

// CHECK-LABEL: func @duplicate(
// CHECK:         reduce (%j < %{{.*}}) [min
// CHECK:         if %
// CHECK:           update %pos
// CHECK-NOT:     map
// CHECK-NOT:     reduce
// CHECK:       return
int duplicate(const int *restrict x, int n, int *restrict pos) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      if (x[i] == x[j]) {
        *pos = j;
        return i;
      }
  return -1;
}

// By a flag that is a number.
// CHECK-LABEL: func @pair(
// CHECK:         reduce (%j < %{{.*}}) [min
// CHECK:         if %
// CHECK:           update %a
// CHECK-NOT:     reduce
// CHECK:       return
int pair(const int *restrict x, int n, int t, int *restrict a) {
  int found = 0;
#pragma loft
  for (int i = 0; i < n && !found; i++)
    for (int j = i + 1; j < n; j++)
      if (x[i] + x[j] == t) {
        a[0] = i;
        a[1] = j;
        found = 1;
        break;
      }
  return found;
}

// What iterations that find nothing count is added up.
// CHECK-LABEL: func @looked(
// CHECK:         reduce (%j < %{{.*}}) [min
// CHECK:         reduce (%i < %{{.*}}) [add
int looked(const int *restrict x, int n, int t) {
  int found = 0, count = 0;
#pragma loft
  for (int i = 0; i < n && !found; i++)
    for (int j = i + 1; j < n; j++) {
      if (x[i] + x[j] == t) {
        found = 1;
        break;
      }
      count++;
    }
  return count;
}
