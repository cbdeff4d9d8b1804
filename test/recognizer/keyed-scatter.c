// A counting sort's last pass in an array of declared length, and a whole radix
// sort by an array of the region's own.
// RUN: %clang -c %s -o %t.o -fplugin-arg-loft-remarks -Werror=pass-failed 2>&1 | FileCheck %s
#include <stdlib.h>

int out[1000];

void
pass(const int *key, const int *x, int *h, int n)
{
  // CHECK: [[@LINE+2]]:3: remark: lifted to map + loop + map + reduce and + map + map + map;
#pragma loft
  for (int i = 0; i < n; i++)
    out[h[key[i]]++] = x[i];
}

void
radix_sort(unsigned *x, int n)
{
  // CHECK: [[@LINE+2]]:3: remark: lifted to loop of (map + map + scan add + map + loop + map + reduce and + map + map + map + map);
#pragma loft region
  {
    unsigned *t = malloc(n * sizeof *t);
    for (int shift = 0; shift < 32; shift += 8) {
      int start[256] = {0}, sum = 0;
      for (int i = 0; i < n; i++)
        start[x[i] >> shift & 255]++;
      for (int k = 0; k < 256; k++) {
        int count = start[k];
        start[k] = sum;
        sum += count;
      }
      for (int i = 0; i < n; i++)
        t[start[x[i] >> shift & 255]++] = x[i];
      for (int i = 0; i < n; i++)
        x[i] = t[i];
    }
    free(t);
  }
}
