// Parts of variables that are numbers, by casts of their addresses: words and
// bytes, read and written, at offsets that are known and that are not.
// RUN: %clang -O2 -fno-strict-aliasing %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: warning: loop stays
#include <math.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 1000 };
#define HI(x) *(1 + (int *)&x)
#define LO(x) *(int *)&x

static double v[N], w[N];
static int hi[N], lo[N];
static unsigned char bytes[8 * N];
static uint64_t whole[N];
static float f[N];

// As a library of mathematical functions has it.
static double
scaled(double x, int n) {
  int k = (HI(x) & 0x7ff00000) >> 20;
  if (k == 0 || k == 0x7ff)
    return x;
  HI(x) = (HI(x) & (int)0x800fffff) | ((k + n) << 20);
  return x;
}

static double
truncated(double x) {
  double y = x;
  LO(y) = 0;
  return y;
}

static void
print(void) {
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)hi[i] + 7 * (unsigned)lo[i] +
          (unsigned)(whole[i] >> 3);
  for (int i = 0; i < 8 * N; i++)
    sum = sum * 31 + bytes[i];
  double s = 0;
  for (int i = 0; i < N; i++)
    s += w[i] + (double)f[i];
  printf("%u %a\n", sum, s);
}

int
main(void) {
  for (int i = 0; i < N; i++)
    v[i] = i % 7 ? (i - N / 2) * 1.23456789e-3 : 0;
#pragma loft
  for (int i = 0; i < N; i++) {
    double x = v[i];
    hi[i] = HI(x);
    lo[i] = *(0 + (int *)&x) ^ ((int *)&x)[1];
    whole[i] = *(uint64_t *)&x;
  }
  print();
#pragma loft
  for (int i = 0; i < N; i++)
    w[i] = scaled(v[i], i % 5 - 2) + truncated(v[i]);
  print();
#pragma loft
  for (int i = 0; i < N; i++) {
    double x = v[i];
    for (int b = 0; b < 8; b++)
      bytes[8 * i + b] = ((unsigned char *)&x)[7 - b];
  }
  print();
#pragma loft
  for (int i = 0; i < N; i++) {
    double x = 0;
    unsigned char *p = (unsigned char *)&x;
    for (int b = 0; b < 8; b++)
      p[b] = bytes[8 * i + 7 - b];
    *(p + 7) ^= 0x80;
    w[i] = x;
  }
  print();
#pragma loft
  for (int i = 0; i < N; i++) {
    float x = (float)v[i];
    short *s = (short *)&x;
    if (i % 3) {
      s[0] = 0;
      *(s + 1) |= (short)0x8000;
    }
    f[i] = x;
  }
  print();
  int swapped = 0;
#pragma loft
  for (int i = 0; i < N; i++) {
    uint32_t x = (uint32_t)hi[i];
    const uint8_t *b = (const uint8_t *)&x;
    uint32_t y = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 |
                 (uint32_t)b[2] << 8 | b[3];
    swapped += (int)(y % 1000);
    lo[i] = (int)y;
  }
  printf("%d\n", swapped);
  print();
}
