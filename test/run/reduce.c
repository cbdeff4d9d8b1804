// Every operator and way of writing a reduction.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <math.h>
#include <stdio.h>

enum { N = 10000 };
static int v[N];
static float f[N];
static double d[N];

int
main(void)
{
  for (int i = 0; i < N; i++) {
    v[i] = (i * 7919) % 1013 - 500;
    f[i] = (float)((i * 31) % 257 - 100) / 4;
    d[i] = ((i * 37) % 509 - 200) / 8.0;
  }
  int sum = 5, lowest = 1000, bits = -1, any = 0, odd = 0;
  unsigned product = 1;
  float most = -1000, total = 0.5f;
  double least = 1e300, difference = 1;
#pragma loft reduce
  for (int i = 0; i < N; i++) {
    sum += v[i];
    if (v[i] < lowest)
      lowest = v[i];
    bits &= v[i] | 0xff;
    any = any | (v[i] & 4096);
    odd ^= v[i];
    product *= (unsigned)v[i] | 1;
  }
#pragma loft reduce
  for (int i = 0; i < N; i++) {
    most = fmaxf(most, f[i]);
    total += f[i];
    least = least < d[i] ? least : d[i];
    difference -= d[i];
  }
  int every = 1, some = 0;
#pragma loft reduce
  for (int i = 0; i < N; i++) {
    every = every && v[i] > -1000;
    some = some || v[i] == 123;
  }
  printf("%d %d %d %d %d %u %a %a %a %a %d %d\n", sum, lowest, bits, any, odd,
         product, most, total, least, difference, every, some);
}
