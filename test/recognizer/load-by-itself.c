// A value that is loaded before the loop, under a condition that is read from
// the same array: the footprint asks no further when it is loaded.
// RUN: %clang -fplugin-arg-loft-remarks -O2 -c %s -o %t 2>&1 | FileCheck %s
// CHECK: lifted to reduce add
unsigned char
fold(int i, const int *p, const unsigned *q) {
  unsigned char s = 0;
#pragma loft
  for (unsigned k = 0; k < 5; k++)
    s += (unsigned char)(q[i & 15] >= 5
                             ? (p[(signed char)(i + 56)] > 8u ? k : p[k])
                             : 100);
  return s;
}
