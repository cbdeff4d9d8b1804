// A loop is counted by what a loop in front of it left in the array, not by what
// the region got, which is consumed there.
// RUN: %clang -O2 -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK-NOT: internal error
// CHECK: [LOFT
int
f(int n, unsigned short *idx) {
  unsigned char s = 0;
#pragma loft region
  {
    for (int i = 0; i < n - 2; i += idx[3])
      idx[i + 2] = 2;
    for (long j = 1; j < n - 2; j += idx[3])
      s += 1;
  }
  return s;
}
