// Half of an element that the region writes is not known before.
// RUN: %clang -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: which elements of 'in' it touches depends on what it writes itself{{.*}}LOFT161
#include <stdint.h>
void counted(int n, int rounds, uint64_t *p, float *out, const float *in) {
#pragma loft region
  for (int t = 0; t < rounds; t++) {
    for (int k = 0; k < n; k++)
      out[k] += in[(uint32_t)p[k]];
    for (int k = 0; k < n; k++)
      p[k] ^= 1;
  }
}
