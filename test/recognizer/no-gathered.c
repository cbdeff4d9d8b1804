// No reads ahead: from a place behind the writes, at the element that the
// iteration has written, and of what the writes gain on.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s --allow-empty < %t.loft
// CHECK-NOT: alloc
void behind(long n, int *x, long s) {
#pragma loft
  for (long i = 0; i < n; i++)
    x[i + 2] = x[s * i];
}
void own(long n, int *x, long s, int *y) {
#pragma loft
  for (long i = 0; i < n; i++) {
    x[i] = y[i];
    y[i] = x[s * i];
  }
}
void overtaken(long n, int *x) {
#pragma loft
  for (long i = 0; i < n; i++)
    x[9 * i] = x[i * i];
}
void sometimes(long n, int *x, long s, const int *y) {
#pragma loft
  for (long i = 0; i < n; i++)
    if (y[i])
      x[i] = x[s * i];
}
